package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.plan.FloatList;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.WorkFile;
import io.rochedb.engine.query.QueryMonitor;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Sorted rows in a work file of the engine, of this process only: each value is a byte that tells its type, then the value. Not thread-safe.
 */
final class SortRun implements AutoCloseable {
    /** Fewer rows than this are no run: a statement that may hold so little is refused. */
    static final int ROWS_MIN = 1_000;

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int CHECK_INTERVAL = 1_024;

    private static final int NULL = 0;
    private static final int TEXT = 1;
    private static final int LONG = 2;
    private static final int INTEGER = 3;
    private static final int DOUBLE = 4;
    private static final int BOOLEAN = 5;
    private static final int DECIMAL = 6;
    private static final int BYTES = 7;
    private static final int FLOATS = 8;
    private static final int FLOAT = 9;
    private static final int SHORT = 10;
    private static final int BYTE = 11;
    private static final int ROW = 12;

    private final WorkFile file;
    private final long rows;
    private final QueryMonitor monitor;
    private @Nullable DataInputStream in;

    private SortRun(WorkFile file, long rows, QueryMonitor monitor) {
        this.file = file;
        this.rows = rows;
        this.monitor = monitor;
    }

    /** Writes rows to a new file. */
    static SortRun write(Iterator<@Nullable Object> rows, RocheEngine engine, QueryMonitor monitor) {
        WorkFile file = null;
        try {
            file = engine.workFile();
            long count = 0;
            try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(file.write(), BUFFER_BYTES))) {
                while (rows.hasNext()) {
                    if (count++ % CHECK_INTERVAL == 0) {
                        monitor.check();
                    }
                    put(out, rows.next());
                }
            }
            return new SortRun(file, count, monitor);
        } catch (IOException e) {
            delete(file);
            throw new RocheException(
                    ErrorCode.IO_ERROR,
                    "ORDER BY cannot write what does not fit queryMemory=" + monitor.memoryMaxBytes() + " into a file: "
                            + e.getMessage(),
                    e);
        } catch (RuntimeException | Error e) {
            delete(file);
            throw e;
        }
    }

    private static void put(DataOutputStream out, @Nullable Object value) throws IOException {
        if (value instanceof Object[] row) {
            out.writeByte(ROW);
            out.writeInt(row.length);
            for (Object field : row) {
                put(out, field);
            }
        } else if (value == null) {
            out.writeByte(NULL);
        } else if (value instanceof String text) {
            putText(out, text);
        } else if (value instanceof Long number) {
            out.writeByte(LONG);
            out.writeLong(number);
        } else if (value instanceof Integer number) {
            out.writeByte(INTEGER);
            out.writeInt(number);
        } else if (value instanceof Double number) {
            out.writeByte(DOUBLE);
            out.writeDouble(number);
        } else if (value instanceof Boolean flag) {
            out.writeByte(BOOLEAN);
            out.writeBoolean(flag);
        } else if (value instanceof BigDecimal decimal) {
            out.writeByte(DECIMAL);
            out.writeInt(decimal.scale());
            putBytes(out, decimal.unscaledValue().toByteArray());
        } else if (value instanceof ByteString bytes) {
            out.writeByte(BYTES);
            putBytes(out, bytes.getBytes());
        } else {
            putRare(out, value);
        }
    }

    /** A text with surrogates is written char by char: a lone one has no bytes in UTF-8. */
    private static void putText(DataOutputStream out, String text) throws IOException {
        boolean plain = text.chars().noneMatch(c -> Character.isSurrogate((char) c));
        out.writeByte(TEXT);
        out.writeBoolean(plain);
        if (plain) {
            putBytes(out, text.getBytes(StandardCharsets.UTF_8));
        } else {
            out.writeInt(text.length());
            out.writeChars(text);
        }
    }

    private static void putRare(DataOutputStream out, Object value) throws IOException {
        if (value instanceof FloatList floats) {
            float[] array = floats.array();
            out.writeByte(FLOATS);
            out.writeInt(array.length);
            for (float f : array) {
                out.writeFloat(f);
            }
        } else if (value instanceof Float number) {
            out.writeByte(FLOAT);
            out.writeFloat(number);
        } else if (value instanceof Short number) {
            out.writeByte(SHORT);
            out.writeShort(number);
        } else if (value instanceof Byte number) {
            out.writeByte(BYTE);
            out.writeByte(number);
        } else {
            throw new RocheException(
                    ErrorCode.OUT_OF_MEMORY_BUDGET,
                    "ORDER BY needs more memory than queryMemory, and its rows hold values that cannot go to a file ("
                            + value.getClass().getSimpleName() + "); raise queryMemory");
        }
    }

    private static void putBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Returns the rows, once. */
    Iterator<@Nullable Object> read() {
        DataInputStream opened;
        try {
            opened = new DataInputStream(new BufferedInputStream(file.read(), BUFFER_BYTES));
        } catch (IOException e) {
            throw unreadable(e);
        }
        in = opened;
        return new Iterator<>() {
            private long read;

            @Override
            public boolean hasNext() {
                return read < rows;
            }

            @Override
            public @Nullable Object next() {
                if (read++ >= rows) {
                    throw new NoSuchElementException();
                }
                if (read % CHECK_INTERVAL == 0) {
                    monitor.check();
                }
                try {
                    return take(opened);
                } catch (IOException e) {
                    throw unreadable(e);
                }
            }
        };
    }

    private static RocheException unreadable(IOException e) {
        return new RocheException(ErrorCode.IO_ERROR, "ORDER BY cannot read its temporary file: " + e.getMessage(), e);
    }

    private static @Nullable Object take(DataInputStream in) throws IOException {
        int type = in.readByte();
        return switch (type) {
            case NULL -> null;
            case TEXT -> takeText(in);
            case LONG -> in.readLong();
            case INTEGER -> in.readInt();
            case DOUBLE -> in.readDouble();
            case BOOLEAN -> in.readBoolean();
            case DECIMAL -> {
                int scale = in.readInt();
                yield new BigDecimal(new BigInteger(takeBytes(in)), scale);
            }
            case BYTES -> new ByteString(takeBytes(in));
            case FLOATS -> {
                float[] array = new float[in.readInt()];
                for (int i = 0; i < array.length; i++) {
                    array[i] = in.readFloat();
                }
                yield new FloatList(array);
            }
            case FLOAT -> in.readFloat();
            case SHORT -> in.readShort();
            case BYTE -> in.readByte();
            case ROW -> {
                @Nullable Object[] row = new @Nullable Object[in.readInt()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = take(in);
                }
                yield row;
            }
            default -> throw new IOException("damaged at type " + type);
        };
    }

    private static String takeText(DataInputStream in) throws IOException {
        if (in.readBoolean()) {
            return new String(takeBytes(in), StandardCharsets.UTF_8);
        }
        char[] chars = new char[in.readInt()];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = in.readChar();
        }
        return new String(chars);
    }

    private static byte[] takeBytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    /** Deletes the file. */
    @Override
    public void close() {
        DataInputStream open = in;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw unreadable(e);
            }
        }
        delete(file);
    }

    private static void delete(@Nullable WorkFile file) {
        if (file != null) {
            file.close();
        }
    }
}
