package io.rochedb.engine.schema;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RingNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A family of rings: a ring name in which {@code {column}} stands for one whole segment, such as {@code users/{user_id}/orders}; without one, that
 * ring alone. Immutable.
 */
public final class RingTemplate {
    private final String text;
    private final List<String> segments;
    private final List<Boolean> variable;

    private RingTemplate(String text, List<String> segments, List<Boolean> variable) {
        this.text = text;
        this.segments = List.copyOf(segments);
        this.variable = List.copyOf(variable);
    }

    /** Parses a template; {@code INVALID_RING_NAME} names what is wrong. */
    public static RingTemplate parse(String text) {
        List<String> segments = new ArrayList<>();
        List<Boolean> variable = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        StringBuilder plain = new StringBuilder();
        for (String segment : text.split("/", -1)) {
            boolean isVariable = segment.length() > 2 && segment.startsWith("{") && segment.endsWith("}");
            String name = isVariable ? segment.substring(1, segment.length() - 1) : segment;
            if (name.indexOf('{') >= 0 || name.indexOf('}') >= 0) {
                throw invalid(
                        text, "'" + segment + "' is not a whole segment in braces; write 'users/{user_id}/orders'");
            }
            if (isVariable && seen.contains(name.toLowerCase(Locale.ROOT))) {
                throw invalid(text, "column '" + name + "' is there twice");
            }
            if (isVariable) {
                seen.add(name.toLowerCase(Locale.ROOT));
            }
            segments.add(name);
            variable.add(isVariable);
            plain.append(plain.length() == 0 ? "" : "/").append(isVariable ? "x" : segment);
        }
        String canonical = RingNames.canonical(plain.toString());
        String[] names = canonical.split("/", -1);
        for (int i = 0; i < names.length; i++) {
            if (!variable.get(i)) {
                segments.set(i, names[i]);
            }
        }
        StringBuilder normal = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            normal.append(i == 0 ? "" : "/").append(variable.get(i) ? "{" + segments.get(i) + "}" : segments.get(i));
        }
        return new RingTemplate(normal.toString(), segments, variable);
    }

    private static RocheException invalid(String text, String reason) {
        return new RocheException(ErrorCode.INVALID_RING_NAME, "invalid ring template '" + text + "': " + reason);
    }

    /** Returns the template as text. */
    public String text() {
        return text;
    }

    /** Returns the names of its columns, in order of their segments. */
    public List<String> columns() {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            if (variable.get(i)) {
                columns.add(segments.get(i));
            }
        }
        return List.copyOf(columns);
    }

    /** Returns the glob of its rings, {@code users/*}{@code /orders}; without columns the ring's name. */
    public String glob() {
        StringBuilder glob = new StringBuilder();
        for (int i = 0; i < segments.size(); i++) {
            glob.append(i == 0 ? "" : "/").append(variable.get(i) ? "*" : segments.get(i));
        }
        return glob.toString();
    }

    /**
     * Returns the ring of the values of {@link #columns()}, {@code null} for a column that is not known, which leaves a {@code *}. A value that
     * can be no segment (empty, with a slash, too long…) is {@code INVALID_PARAMETER}.
     */
    public String ring(List<? extends @Nullable String> values) {
        StringBuilder ring = new StringBuilder();
        int next = 0;
        for (int i = 0; i < segments.size(); i++) {
            ring.append(i == 0 ? "" : "/");
            if (!variable.get(i)) {
                ring.append(segments.get(i));
                continue;
            }
            String value = values.get(next++);
            if (value != null && !isSegment(value)) {
                throw new RocheException(
                        ErrorCode.INVALID_PARAMETER,
                        "value '" + value + "' of column '" + segments.get(i) + "' cannot be a segment of ring '" + text
                                + "': it must not be empty nor contain '/', '*' or control characters");
            }
            ring.append(value == null ? "*" : value);
        }
        return ring.toString();
    }

    /** Returns whether a value can be one segment of a ring's name as it is. */
    public static boolean isSegment(String value) {
        if (value.isEmpty() || value.indexOf('/') >= 0) {
            return false;
        }
        try {
            return RingNames.canonical(value).equals(value);
        } catch (RocheException invalid) {
            return false;
        }
    }

    /** Returns the values of {@link #columns()} in a ring's name, or null when it is not one of this family. */
    public @Nullable List<String> values(String ring) {
        String[] names = ring.split("/", -1);
        if (names.length != segments.size()) {
            return null;
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            if (variable.get(i)) {
                values.add(names[i]);
            } else if (!segments.get(i).equals(names[i])) {
                return null;
            }
        }
        return values;
    }

    /** Returns whether some ring is of both families. */
    public boolean overlaps(RingTemplate other) {
        if (segments.size() != other.segments.size()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            boolean fixed = !variable.get(i) && !other.variable.get(i);
            if (fixed && !segments.get(i).equals(other.segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RingTemplate template && template.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
