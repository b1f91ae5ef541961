package io.rochedb.engine.internal.json;

import io.rochedb.engine.model.JsonPath.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A reader of the text of a path; it knows the forms that can be followed without a tree and no others. */
public final class JsonPathText {
    private static final int STEPS_MAX = 100;
    private static final int INDEX_DIGITS_MAX = 9;

    private final String text;
    private int at;
    private boolean strict;

    public JsonPathText(String text) {
        this.text = text;
    }

    /** Returns whether the text began with the word strict. */
    public boolean strict() {
        return strict;
    }

    /** Returns the steps after the root, or empty when the text holds anything else. */
    public Optional<List<Step>> steps() {
        blanks();
        strict = word("strict");
        if (!strict) {
            word("lax");
        }
        if (!taken('$')) {
            return Optional.empty();
        }
        List<Step> steps = new ArrayList<>();
        blanks();
        while (at < text.length() && steps.size() < STEPS_MAX) {
            Step step = taken('.') ? afterDot() : taken('[') ? afterBracket() : null;
            if (step == null) {
                return Optional.empty();
            }
            steps.add(step);
            blanks();
        }
        return at == text.length() ? Optional.of(steps) : Optional.empty();
    }

    private @Nullable Step afterDot() {
        blanks();
        if (taken('*')) {
            return new Step(Step.Kind.ALL, "", 0);
        }
        if (at < text.length() && text.charAt(at) == '"') {
            return member(quoted());
        }
        int start = at;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        return member(at == start ? null : text.substring(start, at));
    }

    private static boolean isNamePart(char c) {
        return c == '_' || c == '-' || Character.isLetterOrDigit(c) || Character.isSurrogate(c);
    }

    private @Nullable Step afterBracket() {
        blanks();
        @Nullable Step step = null;
        if (taken('*')) {
            step = new Step(Step.Kind.ALL, "", 0);
        } else if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
            step = member(quoted());
        } else {
            int start = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            if (at > start && at - start <= INDEX_DIGITS_MAX) {
                step = new Step(Step.Kind.ELEMENT, "", Integer.parseInt(text.substring(start, at)));
            }
        }
        blanks();
        return taken(']') ? step : null;
    }

    private static @Nullable Step member(@Nullable String name) {
        return name == null ? null : new Step(Step.Kind.MEMBER, name, 0);
    }

    /** Returns the content of a quoted name, or null when it does not end or has an escape JSON does not know. */
    private @Nullable String quoted() {
        char quote = text.charAt(at++);
        StringBuilder json = new StringBuilder("\"");
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                char escaped = text.charAt(at++);
                json.append(escaped == '\'' ? "'" : "\\" + escaped);
            } else {
                json.append(c == '"' ? "\\\"" : String.valueOf(c));
            }
        }
        if (at++ >= text.length()) {
            return null;
        }
        byte[] token = json.append('"').toString().getBytes(StandardCharsets.UTF_8);
        try {
            new JsonScanner().reset(token, 0, token.length, 0).checkAll();
        } catch (MalformedJson e) {
            return null;
        }
        return JsonText.decode(token, 1, token.length - 1);
    }

    private boolean word(String word) {
        int end = at + word.length();
        boolean there = text.regionMatches(true, at, word, 0, word.length())
                && end < text.length()
                && Character.isWhitespace(text.charAt(end));
        if (there) {
            at = end;
            blanks();
        }
        return there;
    }

    private boolean taken(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
