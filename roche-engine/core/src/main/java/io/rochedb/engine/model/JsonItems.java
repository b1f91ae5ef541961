package io.rochedb.engine.model;

import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonScalars;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.json.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a path led in one document: values in document order, each a slice of it. Accessors convert as {@link
 * io.rochedb.engine.query.Predicate.Path} does. Not thread-safe; borrows the document.
 */
public final class JsonItems {
    private static final int ITEMS_START = 4;

    private final byte[] document;
    private int[] starts = new int[ITEMS_START];
    private int[] ends = new int[ITEMS_START];
    private int count;
    private boolean missing;
    private @Nullable MalformedJson malformed;

    JsonItems(byte[] document) {
        this.document = document;
    }

    /** Returns values that are JSON texts already; of a path with or without a value. */
    public static JsonItems of(List<String> values, boolean missing) {
        ByteBuilder all = new ByteBuilder();
        int[] bounds = new int[values.size() + 1];
        for (int i = 0; i < values.size(); i++) {
            byte[] value = values.get(i).getBytes(StandardCharsets.UTF_8);
            all.append(value, 0, value.length);
            bounds[i + 1] = all.length();
        }
        JsonItems items = new JsonItems(all.toByteArray());
        for (int i = 0; i < values.size(); i++) {
            items.add(bounds[i], bounds[i + 1]);
        }
        items.missing = missing;
        return items;
    }

    void add(int start, int end) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        starts[count] = start;
        ends[count++] = end;
    }

    void missing() {
        missing = true;
    }

    void malformed(MalformedJson reason) {
        malformed = reason;
        count = 0;
    }

    /** Returns how many values there are. */
    public int count() {
        return count;
    }

    /** Returns whether a member or element before any wildcard does not exist. */
    public boolean isMissing() {
        return missing;
    }

    /** Returns what is wrong with a document that is not JSON, or null. */
    public @Nullable String malformed() {
        return malformed == null ? null : malformed.asError().getMessage();
    }

    /** Returns whether a value is an object or an array. */
    public boolean isContainer(int item) {
        return JsonScalars.isContainer(document[starts[item]]);
    }

    /** Returns whether a value is an object. */
    public boolean isObject(int item) {
        return document[starts[item]] == '{';
    }

    /** Returns whether a value is JSON null. */
    public boolean isNull(int item) {
        return document[starts[item]] == 'n';
    }

    /** Returns the text of a scalar; null for JSON null, objects and arrays. */
    public @Nullable String text(int item) {
        return JsonScalars.text(document, starts[item], ends[item]);
    }

    /** Returns the whole number of 64 bits a scalar is written as, or null. */
    public @Nullable Long integer(int item) {
        return JsonScalars.integer(document, starts[item], ends[item]);
    }

    /** Returns the finite number a scalar is written as, or null. */
    public @Nullable Double number(int item) {
        double number = JsonScalars.number(document, starts[item], ends[item]);
        return Double.isNaN(number) ? null : (Double) number;
    }

    /** Returns the truth value a scalar is written as, or null. */
    public @Nullable Boolean truth(int item) {
        return JsonScalars.truth(document, starts[item], ends[item]);
    }

    /** Returns a value as compact JSON. */
    public String json(int item) {
        ByteBuilder out = new ByteBuilder();
        JsonText.compact(document, starts[item], ends[item], out);
        return out.text();
    }

    /** Returns the elements or members of a value, or null when it is a scalar. */
    public @Nullable JsonElements elements(int item) {
        return JsonElements.of(document, starts[item], ends[item]);
    }
}
