package io.rochedb.engine.internal.io;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonText;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The lines an import refused: counted, written to a file when there is one, and an error when there are too many. */
final class Rejects implements Closeable {
    /** So much of a refused line is kept. */
    static final int TEXT_BYTES_MAX = 1 << 16;

    private final @Nullable Path file;
    private final long max;
    private final ByteBuilder line = new ByteBuilder();
    private @Nullable OutputStream out;
    private String first = "";
    private long count;

    Rejects(@Nullable Path file, long max) throws IOException {
        this.file = file;
        this.max = max;
        if (file != null && Files.exists(file)) {
            // Rejects of an earlier import must not be taken for those of this one.
            Files.write(file, new byte[0]);
        }
    }

    long count() {
        return count;
    }

    /** Takes a refused line; {@code DATA_EXCEPTION} when that is one too many. */
    void add(long number, String reason, byte[] bytes, int start, int end) throws IOException {
        count++;
        if (first.isEmpty()) {
            first = "line " + number + ": " + reason;
        }
        if (file != null) {
            if (out == null) {
                out = new BufferedOutputStream(Files.newOutputStream(file));
            }
            int length = Math.min(end - start, TEXT_BYTES_MAX);
            line.clear().ascii("{\"line\":").ascii(Long.toString(number)).ascii(",\"reason\":");
            JsonText.quote(reason, line);
            line.ascii(",\"text\":");
            JsonText.quote(new String(bytes, start, length, StandardCharsets.UTF_8), line);
            line.ascii("}\n");
            out.write(line.array(), 0, line.length());
        }
        if (max >= 0 && count > max) {
            throw new RocheException(
                    ErrorCode.DATA_EXCEPTION,
                    "import stopped: " + count + " lines refused, more than maxRejects=" + max + "; first: " + first);
        }
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }
}
