package io.rochedb.engine.internal.io;

import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.schema.SchemaCodec;
import org.jspecify.annotations.Nullable;

/**
 * The line formats of dumps.
 *
 * <p>{@code rochedb.dump.v1}, in this order:
 * <ol>
 *   <li>one <code>{"type":"meta","format":"rochedb.dump.v1","nodes":8,"rings":2,"records":3}</code>
 *   <li>a line for each ring, by name: <code>{"type":"ring","name":"docs","key":"179…","created":1796036643192,"periods":[60.0],"nextSeq":2,"description":"…"}</code>:
 *       key unsigned, created in ms, periods in seconds for each epoch, no description when there is none
 *   <li>a line for each record, by ring name and seq: <code>{"type":"record","id":"…","ring":"docs","written":1796036643192,"codec":"json","payload":"…","vector":[0.1,2]}</code>:
 *       a payload that is not UTF-8, or shorter that way, is base64 with <code>"encoding":"base64"</code>, no vector when there is none, each component in the shortest
 *       form that reads back as the same float
 *   <li>a line for each declaration, tables first, then views, indexes and lenses: <code>{"type":"table","definition":{…}}</code>, {@code "view"}, {@code "index"},
 *       {@code "lens"}, the definition as {@link SchemaCodec} and {@code ModelCodec} write it: after the records, which must conform by then
 * </ol>
 *
 * <p>{@code koutendb.dump.v1} is the original's: {@code meta}, {@code ring} and {@code document} lines.
 */
enum DumpFormat {
    ROCHEDB("rochedb.dump.v1"),
    KOUTENDB("koutendb.dump.v1");

    private final String text;

    DumpFormat(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /** Returns the format that a file's first line announces, or null when it is no dump known here. */
    static @Nullable DumpFormat announced(byte[] bytes, int start, int end) {
        if (!JsonText.isObject(bytes, start, end - start, DumpLine.DEPTH_MAX)) {
            return null;
        }
        DumpLine line = new DumpLine();
        line.read(bytes, start, end);
        String format = line.text("format");
        if (!"meta".equals(line.text("type")) || format == null) {
            return null;
        }
        for (DumpFormat known : values()) {
            if (known.text.equals(format)) {
                return known;
            }
        }
        return null;
    }
}
