package io.rochedb.jdbc.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Text in memory as a large object. Positions count from 1; what is written changes this object only. */
final class JdbcClob implements NClob {
    private @Nullable StringBuilder text;

    JdbcClob(String text) {
        this.text = new StringBuilder(text);
    }

    private StringBuilder live() throws SQLException {
        if (text == null) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the Clob is freed");
        }
        return text;
    }

    /** Returns the index of a position, which may be one beyond the end. */
    private int offset(long position) throws SQLException {
        int length = live().length();
        if (position < 1 || position > length + 1L) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "position " + position + " of a Clob of " + length + " characters");
        }
        return (int) (position - 1);
    }

    @Override
    public long length() throws SQLException {
        return live().length();
    }

    @Override
    public String getSubString(long position, int length) throws SQLException {
        StringBuilder live = live();
        int start = offset(position);
        if (length < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a length is not negative: " + length);
        }
        return live.substring(start, (int) Math.min(live.length(), (long) start + length));
    }

    @Override
    public Reader getCharacterStream() throws SQLException {
        return new StringReader(live().toString());
    }

    @Override
    public Reader getCharacterStream(long position, long length) throws SQLException {
        int start = offset(position);
        int size = live().length();
        if (length < 0 || length > size - start) {
            throw SqlErrors.of(
                    SqlErrors.BAD_VALUE,
                    "a Clob of " + size + " characters has no " + length + " characters from position " + position);
        }
        return new StringReader(getSubString(position, (int) length));
    }

    @Override
    public InputStream getAsciiStream() throws SQLException {
        return new ByteArrayInputStream(live().toString().getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public long position(String pattern, long start) throws SQLException {
        int from = offset(start);
        if (pattern == null) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "the text to look for is null");
        }
        int found = live().indexOf(pattern, from);
        return found < 0 ? -1 : found + 1L;
    }

    @Override
    public long position(Clob pattern, long start) throws SQLException {
        live();
        if (pattern == null) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "the Clob to look for is null");
        }
        return position(pattern.getSubString(1, (int) Math.min(Integer.MAX_VALUE, pattern.length())), start);
    }

    @Override
    public int setString(long position, String value) throws SQLException {
        return setString(position, value, 0, value == null ? 0 : value.length());
    }

    @Override
    public int setString(long position, String value, int offset, int length) throws SQLException {
        int start = offset(position);
        if (value == null || offset < 0 || length < 0 || offset > value.length() - length) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "no such part of the text: " + offset + ", " + length);
        }
        StringBuilder live = live();
        if ((long) start + length > Integer.MAX_VALUE) {
            throw SqlErrors.of("54000", "a Clob has at most " + Integer.MAX_VALUE + " characters");
        }
        live.replace(start, Math.min(live.length(), start + length), value.substring(offset, offset + length));
        return length;
    }

    /** Returns a stream that writes through: what was written is there at once. Bytes beyond ASCII become {@code ?}. */
    @Override
    public OutputStream setAsciiStream(long position) throws SQLException {
        Writer writer = setCharacterStream(position);
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                writer.write(value >= 0 && value <= 0x7f ? value : '?');
            }

            @Override
            public void write(byte[] values, int offset, int length) throws IOException {
                StringBuilder ascii = new StringBuilder(length);
                for (int i = offset; i < offset + length; i++) {
                    ascii.append(values[i] >= 0 ? (char) values[i] : '?');
                }
                writer.write(ascii.toString());
            }
        };
    }

    /** Returns a writer that writes through: what was written is there at once. */
    @Override
    public Writer setCharacterStream(long position) throws SQLException {
        offset(position);
        return new Writer() {
            private long next = position;

            @Override
            public void write(char[] values, int offset, int length) throws IOException {
                try {
                    next += setString(next, new String(values, offset, length));
                } catch (SQLException e) {
                    throw new IOException(e.getMessage(), e);
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    @Override
    public void truncate(long length) throws SQLException {
        StringBuilder live = live();
        if (length < 0 || length > live.length()) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a Clob of " + live.length() + " characters cannot have " + length);
        }
        live.setLength((int) length);
    }

    @Override
    public void free() {
        text = null;
    }

    @Override
    public String toString() {
        return text == null ? "(freed)" : text.toString();
    }
}
