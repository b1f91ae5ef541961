package io.rochedb.engine.query;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RingNames;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The syntax and the meaning of globs over ring names. Stateless. */
final class RingGlob {
    private static final String ONE = "*";
    private static final String SUBTREE = "**";
    private static final String SUBTREE_SUFFIX = "/**";

    private RingGlob() {}

    /** Returns the canonical form of a glob, or throws {@code INVALID_RING_NAME} with the reason. */
    static String canonical(String pattern) {
        String glob = Normalizer.normalize(pattern, Normalizer.Form.NFC);
        if (glob.equals(SUBTREE)) {
            return glob;
        }
        boolean subtree = glob.endsWith(SUBTREE_SUFFIX);
        String path = subtree ? glob.substring(0, glob.length() - SUBTREE_SUFFIX.length()) : glob;
        StringBuilder name = new StringBuilder(path.length());
        for (int start = 0; start <= path.length(); ) {
            int end = segmentEnd(path, start);
            String segment = path.substring(start, end);
            if (segment.equals(SUBTREE)) {
                throw invalid(pattern, "'**' may only be the last segment");
            }
            if (segment.length() > 1 && segment.indexOf('*') >= 0) {
                throw invalid(
                        pattern,
                        "the segment '" + segment + "' mixes '*' with text; '*' stands for one whole segment"
                                + " (to match part of a name use ring LIKE '…%')");
            }
            name.append(start == 0 ? "" : "/").append(segment.equals(ONE) ? "x" : segment);
            start = end + 1;
        }
        try {
            RingNames.canonical(name.toString());
        } catch (RocheException e) {
            // The name was checked with "x" for each '*'; the caller must read about the glob that was written.
            String text = String.valueOf(e.getMessage());
            throw invalid(pattern, text.substring(text.indexOf("': ") + 3));
        }
        return glob;
    }

    private static RocheException invalid(String pattern, String reason) {
        String shown = pattern.length() <= 80 ? pattern : pattern.substring(0, 80) + "…";
        return new RocheException(ErrorCode.INVALID_RING_NAME, "invalid ring glob '" + shown + "': " + reason);
    }

    /** Returns whether a ring name matches a canonical glob. Allocates nothing. */
    static boolean matches(String glob, String ring) {
        int globAt = 0;
        int ringAt = 0;
        while (globAt <= glob.length()) {
            int globEnd = segmentEnd(glob, globAt);
            int globLength = globEnd - globAt;
            if (globLength == 2 && glob.startsWith(SUBTREE, globAt)) {
                return true;
            }
            if (ringAt > ring.length()) {
                return false;
            }
            int ringEnd = segmentEnd(ring, ringAt);
            boolean any = globLength == 1 && glob.charAt(globAt) == '*';
            if (!any && !(globLength == ringEnd - ringAt && glob.regionMatches(globAt, ring, ringAt, globLength))) {
                return false;
            }
            globAt = globEnd + 1;
            ringAt = ringEnd + 1;
        }
        return ringAt > ring.length();
    }

    private static int segmentEnd(String path, int start) {
        int slash = path.indexOf('/', start);
        return slash < 0 ? path.length() : slash;
    }

    /** Returns the text every match of a canonical glob starts with. */
    static String prefix(String glob) {
        int star = glob.indexOf('*');
        if (star < 0) {
            return glob;
        }
        // "docs/**" includes "docs", so the slash before "**" is not part of every match.
        return glob.startsWith(SUBTREE, star) && star > 0 ? glob.substring(0, star - 1) : glob.substring(0, star);
    }

    /** Returns the glob of the rings that match both, or null when none can. Both are canonical, and so is it. */
    static @Nullable String intersect(String a, String b) {
        List<String> left = List.of(a.split("/", -1));
        List<String> right = List.of(b.split("/", -1));
        List<String> common = new ArrayList<>();
        for (int i = 0; ; i++) {
            if (i < left.size() && left.get(i).equals(SUBTREE)) {
                common.addAll(right.subList(Math.min(i, right.size()), right.size()));
                break;
            }
            if (i < right.size() && right.get(i).equals(SUBTREE)) {
                common.addAll(left.subList(Math.min(i, left.size()), left.size()));
                break;
            }
            if (i >= left.size() || i >= right.size()) {
                if (left.size() != right.size()) {
                    return null;
                }
                break;
            }
            boolean any = left.get(i).equals(ONE);
            if (!any && !right.get(i).equals(ONE) && !left.get(i).equals(right.get(i))) {
                return null;
            }
            common.add(any ? right.get(i) : left.get(i));
        }
        return String.join("/", common);
    }

    /** Returns whether every ring that matches the inner glob matches the outer one. */
    static boolean covers(String outer, String inner) {
        String[] left = outer.split("/", -1);
        String[] right = inner.split("/", -1);
        for (int i = 0; i < left.length; i++) {
            if (left[i].equals(SUBTREE)) {
                return true;
            }
            if (i >= right.length || right[i].equals(SUBTREE) || !(left[i].equals(ONE) || left[i].equals(right[i]))) {
                return false;
            }
        }
        return left.length == right.length;
    }

    static boolean isLiteral(String glob) {
        return glob.indexOf('*') < 0;
    }

    static boolean matchesAll(String glob) {
        return glob.equals(SUBTREE);
    }
}
