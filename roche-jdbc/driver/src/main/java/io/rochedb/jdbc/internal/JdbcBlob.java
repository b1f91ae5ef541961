package io.rochedb.jdbc.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes in memory as a large object. */
final class JdbcBlob implements Blob {
    private byte @Nullable [] bytes;

    JdbcBlob(byte[] bytes) {
        this.bytes = bytes;
    }

    private byte[] live() throws SQLException {
        if (bytes == null) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the Blob is freed");
        }
        return bytes;
    }

    private static int offset(long position, long length) throws SQLException {
        if (position < 1 || position > length + 1) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "position " + position + " of a Blob of " + length + " bytes");
        }
        return (int) (position - 1);
    }

    @Override
    public long length() throws SQLException {
        return live().length;
    }

    @Override
    public byte[] getBytes(long position, int length) throws SQLException {
        byte[] live = live();
        int start = offset(position, live.length);
        if (length < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a length is not negative: " + length);
        }
        return Arrays.copyOfRange(live, start, (int) Math.min(live.length, (long) start + length));
    }

    @Override
    public InputStream getBinaryStream() throws SQLException {
        return new ByteArrayInputStream(live().clone());
    }

    @Override
    public InputStream getBinaryStream(long position, long length) throws SQLException {
        return new ByteArrayInputStream(getBytes(position, (int) Math.min(Integer.MAX_VALUE, length)));
    }

    @Override
    public long position(byte[] pattern, long start) throws SQLException {
        byte[] live = live();
        for (int i = offset(start, live.length); i <= live.length - pattern.length; i++) {
            if (Arrays.equals(live, i, i + pattern.length, pattern, 0, pattern.length)) {
                return i + 1L;
            }
        }
        return -1;
    }

    @Override
    public long position(Blob pattern, long start) throws SQLException {
        return position(pattern.getBytes(1, Math.toIntExact(pattern.length())), start);
    }

    @Override
    public int setBytes(long position, byte[] values) throws SQLException {
        return setBytes(position, values, 0, values.length);
    }

    @Override
    public int setBytes(long position, byte[] values, int offset, int length) throws SQLException {
        byte[] live = live();
        int start = offset(position, live.length);
        if (offset < 0 || length < 0 || offset > values.length - length) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "no such part of the bytes: " + offset + ", " + length);
        }
        byte[] result = Arrays.copyOf(live, Math.max(live.length, Math.addExact(start, length)));
        System.arraycopy(values, offset, result, start, length);
        bytes = result;
        return length;
    }

    @Override
    public OutputStream setBinaryStream(long position) throws SQLException {
        offset(position, live().length);
        return new ByteArrayOutputStream() {
            @Override
            public void close() {
                byte[] target = bytes;
                if (target != null) {
                    int start = (int) (position - 1);
                    byte[] result = Arrays.copyOf(target, Math.max(target.length, start + count));
                    System.arraycopy(buf, 0, result, start, count);
                    bytes = result;
                }
            }
        };
    }

    @Override
    public void truncate(long length) throws SQLException {
        byte[] live = live();
        bytes = Arrays.copyOf(live, offset(length + 1, live.length));
    }

    @Override
    public void free() {
        bytes = null;
    }
}
