package io.rochedb.engine.internal.schema;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonMembers;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.json.MalformedJson;
import io.rochedb.engine.internal.json.PredicateEvaluator;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.schema.CheckConstraint;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One check of documents against a table's rules: a pass over the members, then the columns in order, then the CHECK constraints. Reusable, not
 * thread-safe.
 */
final class DocumentCheck {
    /** Nesting is bounded when a payload is taken; here it is not looked at again. */
    static final int DEPTH_MAX = 1_000;

    private static final int ABSENT = -1;

    private final TableRules rules;
    private final ColumnRule[] fields;
    private final int ringColumns;
    /** Slots of the fields, then of the ring's columns. */
    private final Map<String, Integer> slots = new HashMap<>();

    private final byte[][] names;
    private final int[] starts;
    private final int[] ends;
    private final boolean[] integral;
    private final PredicateEvaluator[] checks;
    private final JsonMembers members = new JsonMembers();
    private final ByteBuilder out = new ByteBuilder();

    DocumentCheck(TableRules rules) {
        this.rules = rules;
        fields = rules.fields().toArray(new ColumnRule[0]);
        ringColumns = rules.ringColumns().size();
        int count = fields.length + ringColumns;
        names = new byte[count][];
        starts = new int[count];
        ends = new int[count];
        integral = new boolean[count];
        for (int i = 0; i < count; i++) {
            String name =
                    i < fields.length ? fields[i].name() : rules.ringColumns().get(i - fields.length);
            names[i] = name.getBytes(StandardCharsets.UTF_8);
            slots.put(name, i);
        }
        checks = rules.checks().stream()
                .map(check -> PredicateEvaluator.compile(check.condition(), List.of()))
                .toArray(PredicateEvaluator[]::new);
    }

    /**
     * Checks one record of a ring and returns its payload, with the defaults of the fields it does not have when it is a new one.
     *
     * @param segments values of the ring's columns
     * @param nowMillis the time for defaults, or -1 for no defaults
     */
    byte[] check(String ring, List<String> segments, byte[] payload, Codec codec, long nowMillis) {
        if (codec != Codec.JSON || !scan(payload)) {
            throw new RocheException(
                    ErrorCode.INVALID_JSON,
                    "ring '" + ring + "' belongs to table '" + rules.table().name()
                            + "', whose records are JSON objects; this payload of " + payload.length
                            + " bytes with codec " + codec.text() + " is none; write an object with codec json");
        }
        byte[] complete = nowMillis < 0 ? payload : withDefaults(payload, null, nowMillis);
        for (int i = 0; i < fields.length; i++) {
            if (starts[i] == ABSENT || complete[starts[i]] == 'n') {
                if (!fields[i].nullable()) {
                    throw fields[i].nullRefused();
                }
            } else {
                fields[i].check(complete, starts[i], ends[i], integral[i]);
            }
        }
        for (int i = 0; i < ringColumns; i++) {
            checkSegment(ring, complete, fields.length + i, rules.ringColumns().get(i), segments.get(i));
        }
        if (checks.length > 0) {
            checkConditions(ring, segments, complete);
        }
        return complete;
    }

    /** Notes where the columns' values are; of duplicate names the last. */
    private boolean scan(byte[] payload) {
        Arrays.fill(starts, ABSENT);
        try {
            if (!members.openObject(payload, 0, payload.length, DEPTH_MAX)) {
                return false;
            }
            int next = 0;
            while (members.next()) {
                int slot = slot(payload, next);
                if (slot != ABSENT) {
                    starts[slot] = members.valueStart();
                    ends[slot] = members.valueEnd();
                    integral[slot] = members.integral();
                    next = slot + 1;
                }
            }
            return true;
        } catch (MalformedJson e) {
            return false;
        }
    }

    /** Returns the slot of the member at hand: mostly the one after the last. */
    private int slot(byte[] payload, int expected) {
        if (expected < names.length && !members.nameEscaped()) {
            byte[] name = names[expected];
            if (Arrays.equals(name, 0, name.length, payload, members.nameStart(), members.nameEnd())) {
                return expected;
            }
        }
        Integer slot = slots.get(members.name());
        return slot == null ? ABSENT : slot;
    }

    /** Returns a document with the defaults of columns that are NULL in it, not checked; the same array when there are none, or it is no document. */
    byte[] fill(byte[] payload, Codec codec, Set<String> columns, long nowMillis) {
        if (codec != Codec.JSON || !scan(payload)) {
            return payload;
        }
        byte[] filled = payload;
        for (int i = 0; i < fields.length; i++) {
            boolean isNull = starts[i] != ABSENT && filled[starts[i]] == 'n';
            String json = isNull && columns.contains(fields[i].name()) ? fields[i].defaultJson(nowMillis) : null;
            if (json != null) {
                byte[] value = json.getBytes(StandardCharsets.UTF_8);
                filled = out.clear()
                        .append(filled, 0, starts[i])
                        .append(value, 0, value.length)
                        .append(filled, ends[i], filled.length - ends[i])
                        .toByteArray();
                scan(filled);
            }
        }
        return withDefaults(filled, columns, nowMillis);
    }

    /** Adds the defaults of the columns that are not there; of some of them, or (null) of all. */
    private byte[] withDefaults(byte[] payload, @Nullable Set<String> columns, long nowMillis) {
        boolean changed = false;
        for (int i = 0; i < fields.length; i++) {
            boolean missing = starts[i] == ABSENT && (columns == null || columns.contains(fields[i].name()));
            String json = missing ? fields[i].defaultJson(nowMillis) : null;
            if (json == null) {
                continue;
            }
            if (!changed) {
                openEnd(payload);
                changed = true;
            }
            if (out.array()[out.length() - 1] != '{') {
                out.append(',');
            }
            JsonText.quote(fields[i].name(), out);
            out.append(':');
            byte[] value = json.getBytes(StandardCharsets.UTF_8);
            starts[i] = out.length();
            out.append(value, 0, value.length);
            ends[i] = out.length();
            integral[i] = json.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
        }
        return changed ? out.append('}').toByteArray() : payload;
    }

    /** Puts the document without its last brace, and without the space before that, into the buffer. */
    private void openEnd(byte[] payload) {
        int end = payload.length - 1;
        while (payload[end] != '}') {
            end--;
        }
        while (payload[end - 1] == ' '
                || payload[end - 1] == '\n'
                || payload[end - 1] == '\r'
                || payload[end - 1] == '\t') {
            end--;
        }
        out.clear().append(payload, 0, end);
    }

    private void checkSegment(String ring, byte[] payload, int slot, String column, String segment) {
        if (starts[slot] == ABSENT) {
            return;
        }
        int start = starts[slot];
        int end = ends[slot];
        String text = payload[start] == '"'
                ? JsonText.decode(payload, start + 1, end - 1)
                : new String(payload, start, end - start, StandardCharsets.UTF_8);
        if (!text.equals(segment)) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "column '" + column + "' of table '" + rules.table().name() + "' is '" + segment + "' in ring '"
                            + ring
                            + "', and the document says '" + text
                            + "'; leave the field out, or write into the ring of that value");
        }
    }

    private void checkConditions(String ring, List<String> segments, byte[] payload) {
        byte[] seen = rules.checksReadRing() ? withSegments(segments, payload) : payload;
        for (int i = 0; i < checks.length; i++) {
            if (checks[i].isFalse(ring, seen)) {
                CheckConstraint check = rules.checks().get(i);
                throw new RocheException(
                        ErrorCode.CHECK_VIOLATION,
                        "check '" + check.name() + "' of table '"
                                + rules.table().name() + "' is false for " + shown(payload) + ": CHECK (" + check.sql()
                                + "); correct the values");
            }
        }
    }

    /** Returns the document with the ring's columns as its first fields. */
    private byte[] withSegments(List<String> segments, byte[] payload) {
        int open = 0;
        while (payload[open] != '{') {
            open++;
        }
        out.clear().append('{');
        for (int i = 0; i < ringColumns; i++) {
            JsonText.quote(rules.ringColumns().get(i), out);
            out.append(':');
            JsonText.quote(segments.get(i), out);
            out.append(',');
        }
        int rest = open + 1;
        while (payload[rest] <= ' ' && payload[rest] >= 0) {
            rest++;
        }
        if (payload[rest] == '}') {
            out.truncate(out.length() - 1);
        }
        return out.append(payload, rest, payload.length - rest).toByteArray();
    }

    private static String shown(byte[] payload) {
        int max = 200;
        String text = new String(payload, 0, Math.min(payload.length, max), StandardCharsets.UTF_8);
        return payload.length <= max ? text : text + "…";
    }
}
