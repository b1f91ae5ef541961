package io.rochedb.engine.internal.io;

import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * A reader of lines as bytes, from a plain or gzip file (told by its first two bytes).
 *
 * <p>The line stands in {@link #bytes()} from {@link #start()} to {@link #end()} until the next call. Line ends are LF or CRLF; a byte
 * order mark at the beginning of the file is passed over. A line longer than allowed is not kept: {@link #tooLong()}.
 */
class LineReader implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int GZIP_MAGIC_1 = 0x1F;
    private static final int GZIP_MAGIC_2 = 0x8B;

    private final Counting file;
    private final InputStream in;
    private final long fileBytes;
    private final int lineMax;
    private byte[] buffer = new byte[BUFFER];
    private int filled;
    private int start;
    private int end;
    private int next;
    private boolean tooLong;
    private long lines;

    LineReader(Path path, int lineMax) throws IOException {
        this(path, lineMax, StandardCharsets.UTF_8);
    }

    /** Opens a file of a character set; the bytes handed out are UTF-8. */
    LineReader(Path path, int lineMax, Charset charset) throws IOException {
        this.lineMax = lineMax;
        fileBytes = Files.size(path);
        boolean gzip = isGzip(path);
        file = new Counting(Files.newInputStream(path));
        try {
            InputStream plain = gzip ? new GZIPInputStream(file, BUFFER) : file;
            in = charset.equals(StandardCharsets.UTF_8) ? plain : new Transcoded(plain, charset);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private static boolean isGzip(Path path) throws IOException {
        try (InputStream head = Files.newInputStream(path)) {
            return head.read() == GZIP_MAGIC_1 && head.read() == GZIP_MAGIC_2;
        }
    }

    /** Counts the bytes read from the file itself: compressed ones for gzip. */
    private static final class Counting extends FilterInputStream {
        private long count;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }

    /** Moves to the next line; false at the end of the file. */
    boolean next() throws IOException {
        start = next;
        tooLong = false;
        began();
        int scan = start;
        while (true) {
            int lineFeed = endOfRecord(buffer, scan, filled);
            if (lineFeed >= 0) {
                end = lineFeed;
                next = lineFeed + 1;
                return finishLine();
            }
            if (filled - start > lineMax) {
                tooLong = true;
                filled = start + lineMax;
            }
            int kept = filled - start;
            if (!fill()) {
                end = filled;
                next = filled;
                return (end > start || tooLong) && finishLine();
            }
            scan = start + kept;
        }
    }

    /** Learns that a line begins. */
    void began() {}

    /** Returns where the line ends, at a line feed from a position on, or -1 when it goes on; is asked once about each byte. */
    int endOfRecord(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** Moves the unfinished line to the front and reads more behind it; false at the end. */
    private boolean fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            filled -= start;
            start = 0;
        }
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, (int) Math.min((long) lineMax + BUFFER, buffer.length * 2L));
        }
        int read = in.read(buffer, filled, buffer.length - filled);
        filled += Math.max(0, read);
        return read >= 0;
    }

    private boolean finishLine() {
        lines++;
        if (end - start > lineMax) {
            tooLong = true;
            end = start + lineMax;
        }
        if (end > start && buffer[end - 1] == '\r') {
            end--;
        }
        boolean mark = lines == 1
                && end - start >= 3
                && buffer[start] == (byte) 0xEF
                && buffer[start + 1] == (byte) 0xBB
                && buffer[start + 2] == (byte) 0xBF;
        start += mark ? 3 : 0;
        return true;
    }

    byte[] bytes() {
        return buffer;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Returns whether the line was longer than allowed; only its beginning is there. */
    boolean tooLong() {
        return tooLong;
    }

    /** Returns whether the line is empty but for blanks. */
    boolean isBlank() {
        for (int i = start; i < end; i++) {
            if (buffer[i] != ' ' && buffer[i] != '\t' && buffer[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of the current line, from 1. */
    long number() {
        return lines;
    }

    /** Returns bytes of the file read so far. */
    long bytesRead() {
        return file.count;
    }

    /** Returns the file's size. */
    long fileBytes() {
        return fileBytes;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
