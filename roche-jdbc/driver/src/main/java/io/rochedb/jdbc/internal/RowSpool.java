package io.rochedb.jdbc.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows kept in the order they came, read by number: the first in memory, the rest in a temporary file that is gone when this is closed.
 *
 * <p>Rows are kept in pages of up to {@link #PAGE_ROWS_MAX} rows or about {@link #PAGE_BYTES_MAX} bytes; of the pages in the file only their
 * places stay in memory, and one page that was read last. One thread at a time.
 */
final class RowSpool implements AutoCloseable {
    static final int PAGE_ROWS_MAX = 256;
    static final int PAGE_BYTES_MAX = 256 << 10;
    static final long MEMORY_BYTES_MAX = 8L << 20;
    private static final int VALUE_OVERHEAD_BYTES = 24;

    /** Rows of a page, or null when they are in the file. */
    private record Page(
            long firstRow, long offset, int bytes, @Nullable Object @Nullable [][] rows) {}

    private final long memoryBytesMax;
    private final List<Page> pages = new ArrayList<>();
    private final List<@Nullable Object[]> open = new ArrayList<>();
    private long openBytes;
    private long memoryBytes;
    private long size;
    private @Nullable FileChannel file;
    private long fileBytes;
    private @Nullable Page read;

    RowSpool(long memoryBytesMax) {
        this.memoryBytesMax = memoryBytesMax;
    }

    long size() {
        return size;
    }

    /** Returns the bytes that went to the file. */
    long fileBytes() {
        return fileBytes;
    }

    /** Takes a row; its values are not changed any more. */
    void add(@Nullable Object[] row) throws IOException {
        open.add(row);
        openBytes += weight(row);
        size++;
        if (open.size() >= PAGE_ROWS_MAX || openBytes >= PAGE_BYTES_MAX) {
            closePage();
        }
    }

    private void closePage() throws IOException {
        @Nullable Object[][] rows = open.toArray(new Object[0][]);
        long firstRow = size - rows.length;
        if (memoryBytes + openBytes <= memoryBytesMax) {
            memoryBytes += openBytes;
            pages.add(new Page(firstRow, 0, 0, rows));
        } else {
            byte[] bytes = encode(rows);
            FileChannel channel = channel();
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer, fileBytes + buffer.position());
            }
            pages.add(new Page(firstRow, fileBytes, bytes.length, null));
            fileBytes += bytes.length;
        }
        open.clear();
        openBytes = 0;
    }

    private FileChannel channel() throws IOException {
        if (file == null) {
            Path path = Files.createTempFile("roche-rows-", ".tmp");
            file = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        }
        return file;
    }

    /** Returns a row by number from 0. */
    @Nullable
    Object[] get(long row) throws IOException {
        long firstOpen = size - open.size();
        if (row >= firstOpen) {
            return open.get((int) (row - firstOpen));
        }
        Page page = pages.get(pageOf(row));
        @Nullable Object[][] rows = page.rows;
        if (rows == null) {
            Page known = read;
            if (known == null || known.firstRow != page.firstRow) {
                known = new Page(page.firstRow, page.offset, page.bytes, load(page));
                read = known;
            }
            rows = known.rows;
        }
        if (rows == null) {
            throw new IllegalStateException("a page without rows");
        }
        return rows[(int) (row - page.firstRow)];
    }

    private int pageOf(long row) {
        int low = 0;
        int high = pages.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (pages.get(middle).firstRow <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private @Nullable Object[][] load(Page page) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(page.bytes);
        while (buffer.hasRemaining()) {
            if (channel().read(buffer, page.offset + buffer.position()) < 0) {
                throw new IOException("the temporary file of a result ends early");
            }
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(buffer.array()));
        @Nullable Object[][] rows = new Object[in.readInt()][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (Object[]) RowCodec.readRequired(in);
        }
        return rows;
    }

    private static byte[] encode(@Nullable Object[][] rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(rows.length);
        for (@Nullable Object[] row : rows) {
            RowCodec.write(out, row);
        }
        return bytes.toByteArray();
    }

    private static long weight(@Nullable Object value) {
        long weight = VALUE_OVERHEAD_BYTES;
        if (value instanceof String text) {
            weight += 2L * text.length();
        } else if (value instanceof byte[] bytes) {
            weight += bytes.length;
        } else if (value instanceof float[] vector) {
            weight += 4L * vector.length;
        } else if (value instanceof List<?> list) {
            for (Object element : list) {
                weight += weight(element);
            }
        } else if (value instanceof Object[] row) {
            for (Object element : row) {
                weight += weight(element);
            }
        }
        return weight;
    }

    /** Deletes the file. The rows in memory stay readable until nobody holds them. */
    @Override
    public void close() throws IOException {
        FileChannel channel = file;
        if (channel != null) {
            channel.close();
        }
    }
}
