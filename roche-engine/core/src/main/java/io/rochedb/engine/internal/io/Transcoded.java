package io.rochedb.engine.internal.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** A stream of text in any character set, as UTF-8. */
final class Transcoded extends InputStream {
    private static final int CHARACTERS = 1 << 13;

    private final Reader reader;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final CharBuffer text = CharBuffer.allocate(CHARACTERS).flip();
    private final ByteBuffer utf8 = ByteBuffer.allocate(CHARACTERS * 4).flip();
    private boolean end;

    Transcoded(InputStream in, Charset charset) {
        reader = new InputStreamReader(in, charset);
    }

    @Override
    public int read() throws IOException {
        return fill() ? utf8.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, utf8.remaining());
        utf8.get(bytes, offset, count);
        return count;
    }

    /** Makes sure that there are bytes; false at the end. */
    private boolean fill() throws IOException {
        while (!utf8.hasRemaining() && !end) {
            text.compact();
            end = reader.read(text) < 0;
            text.flip();
            utf8.clear();
            encoder.encode(text, utf8, end);
            utf8.flip();
        }
        return utf8.hasRemaining();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
