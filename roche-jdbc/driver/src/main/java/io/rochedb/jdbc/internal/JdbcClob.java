package io.rochedb.jdbc.internal;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Text in memory as a large object. */
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

    private static int offset(long position, long length) throws SQLException {
        if (position < 1 || position > length + 1) {
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
        int start = offset(position, live.length());
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
        return new StringReader(getSubString(position, (int) Math.min(Integer.MAX_VALUE, length)));
    }

    @Override
    public InputStream getAsciiStream() throws SQLException {
        return new ByteArrayInputStream(live().toString().getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public long position(String pattern, long start) throws SQLException {
        StringBuilder live = live();
        int found = live.indexOf(pattern, offset(start, live.length()));
        return found < 0 ? -1 : found + 1L;
    }

    @Override
    public long position(Clob pattern, long start) throws SQLException {
        return position(pattern.getSubString(1, Math.toIntExact(pattern.length())), start);
    }

    @Override
    public int setString(long position, String value) throws SQLException {
        StringBuilder live = live();
        int start = offset(position, live.length());
        live.replace(start, Math.min(live.length(), start + value.length()), value);
        return value.length();
    }

    @Override
    public int setString(long position, String value, int offset, int length) throws SQLException {
        if (offset < 0 || length < 0 || offset > value.length() - length) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "no such part of the text: " + offset + ", " + length);
        }
        return setString(position, value.substring(offset, offset + length));
    }

    @Override
    public OutputStream setAsciiStream(long position) throws SQLException {
        live();
        throw SqlErrors.notSupported("write a Clob with setCharacterStream or setString");
    }

    @Override
    public Writer setCharacterStream(long position) throws SQLException {
        offset(position, live().length());
        return new StringWriter() {
            @Override
            public void close() {
                StringBuilder target = text;
                if (target != null) {
                    int start = (int) (position - 1);
                    String written = toString();
                    target.replace(start, Math.min(target.length(), start + written.length()), written);
                }
            }
        };
    }

    @Override
    public void truncate(long length) throws SQLException {
        StringBuilder live = live();
        live.setLength(offset(length + 1, live.length()));
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
