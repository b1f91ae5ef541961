package io.rochedb.jdbc.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes in memory as a large object. Positions count from 1; what is written changes this object only. */
final class JdbcBlob implements Blob {
    private byte @Nullable [] buffer;
    private int size;

    /** Takes the bytes as they are, without a copy. */
    JdbcBlob(byte[] bytes) {
        this.buffer = bytes;
        this.size = bytes.length;
    }

    private byte[] live() throws SQLException {
        if (buffer == null) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the Blob is freed");
        }
        return buffer;
    }

    /** Returns the index of a position, which may be one beyond the end. */
    private int offset(long position) throws SQLException {
        live();
        if (position < 1 || position > size + 1L) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "position " + position + " of a Blob of " + size + " bytes");
        }
        return (int) (position - 1);
    }

    @Override
    public long length() throws SQLException {
        live();
        return size;
    }

    @Override
    public byte[] getBytes(long position, int length) throws SQLException {
        int start = offset(position);
        if (length < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a length is not negative: " + length);
        }
        return Arrays.copyOfRange(live(), start, (int) Math.min(size, (long) start + length));
    }

    @Override
    public InputStream getBinaryStream() throws SQLException {
        return new ByteArrayInputStream(getBytes(1, size));
    }

    @Override
    public InputStream getBinaryStream(long position, long length) throws SQLException {
        int start = offset(position);
        if (length < 0 || length > size - start) {
            throw SqlErrors.of(
                    SqlErrors.BAD_VALUE,
                    "a Blob of " + size + " bytes has no " + length + " bytes from position " + position);
        }
        return new ByteArrayInputStream(getBytes(position, (int) length));
    }

    @Override
    public long position(byte[] pattern, long start) throws SQLException {
        byte[] live = live();
        if (pattern == null) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "the bytes to look for are null");
        }
        for (int i = offset(start); i <= size - pattern.length; i++) {
            if (Arrays.equals(live, i, i + pattern.length, pattern, 0, pattern.length)) {
                return i + 1L;
            }
        }
        return -1;
    }

    @Override
    public long position(Blob pattern, long start) throws SQLException {
        live();
        if (pattern == null) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "the Blob to look for is null");
        }
        return position(pattern.getBytes(1, (int) Math.min(Integer.MAX_VALUE, pattern.length())), start);
    }

    @Override
    public int setBytes(long position, byte[] values) throws SQLException {
        return setBytes(position, values, 0, values == null ? 0 : values.length);
    }

    @Override
    public int setBytes(long position, byte[] values, int offset, int length) throws SQLException {
        int start = offset(position);
        if (values == null || offset < 0 || length < 0 || offset > values.length - length) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "no such part of the bytes: " + offset + ", " + length);
        }
        byte[] live = live();
        long end = (long) start + length;
        if (end > Integer.MAX_VALUE) {
            throw SqlErrors.of("54000", "a Blob has at most " + Integer.MAX_VALUE + " bytes, not " + end);
        }
        if (end > live.length) {
            live = Arrays.copyOf(live, (int) Math.min(Integer.MAX_VALUE, Math.max(end, 2L * live.length)));
        }
        System.arraycopy(values, offset, live, start, length);
        buffer = live;
        size = Math.max(size, (int) end);
        return length;
    }

    /** Returns a stream that writes through: what was written is there at once. */
    @Override
    public OutputStream setBinaryStream(long position) throws SQLException {
        offset(position);
        return new OutputStream() {
            private long next = position;

            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] values, int offset, int length) throws IOException {
                try {
                    next += setBytes(next, values, offset, length);
                } catch (SQLException e) {
                    throw new IOException(e.getMessage(), e);
                }
            }
        };
    }

    @Override
    public void truncate(long length) throws SQLException {
        live();
        if (length < 0 || length > size) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a Blob of " + size + " bytes cannot have " + length);
        }
        size = (int) length;
    }

    @Override
    public void free() {
        buffer = null;
    }
}
