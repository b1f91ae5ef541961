package io.rochedb.engine.internal.io;

import io.rochedb.engine.DumpResult;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.internal.schema.SchemaEntry;
import io.rochedb.engine.internal.schema.StoredSchema;
import io.rochedb.engine.internal.vector.VectorText;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.Schema;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * One dump of everything a read view sees, in the format {@link DumpFormat#ROCHEDB}.
 *
 * <p>Written beside the target and moved into its place when complete, so that a broken dump never looks like a whole one.
 */
public final class DumpWriter {
    private static final String UNFINISHED = ".unfinished";
    private static final String BASE64_END = "\",\"encoding\":\"base64\"";

    private final ViewAccess view;
    private final OutputStream out;
    private final ProgressListener progress;
    private final long recordsInAll;
    private final ByteBuilder line = new ByteBuilder();
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    private long lines;
    private long records;
    private long bytes;

    private DumpWriter(ViewAccess view, OutputStream out, ProgressListener progress) {
        this.view = view;
        this.out = out;
        this.progress = progress;
        this.recordsInAll = view.totals().records();
    }

    /** Writes the dump; gzip when the target's name ends in {@code .gz}. */
    public static DumpResult write(ViewAccess view, Schema schema, int nodes, Path target, ProgressListener progress) {
        Path unfinished = target.resolveSibling(target.getFileName() + UNFINISHED);
        try {
            DumpWriter writer;
            long rings;
            try (FileChannel channel = FileChannel.open(
                            unfinished,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE);
                    OutputStream out = open(channel, target)) {
                writer = new DumpWriter(view, out, progress);
                rings = writer.writeAll(nodes);
                writer.writeDeclarations(schema);
                if (out instanceof GZIPOutputStream) {
                    ((GZIPOutputStream) out).finish();
                }
                out.flush();
                channel.force(true);
            } catch (IOException | RuntimeException e) {
                Files.deleteIfExists(unfinished);
                throw e;
            }
            Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
            return new DumpResult(writer.lines, rings, writer.records, Files.size(target));
        } catch (IOException e) {
            throw new RocheException(ErrorCode.IO_ERROR, "cannot write the dump '" + target + "': " + e, e);
        }
    }

    private static OutputStream open(FileChannel channel, Path target) throws IOException {
        OutputStream file = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
        return target.toString().endsWith(".gz") ? new GZIPOutputStream(file, 1 << 16) : file;
    }

    private long writeAll(int nodes) throws IOException {
        List<RingState> rings = new ArrayList<>(view.route(RingSelector.ALL));
        rings.sort(Comparator.comparing(RingState::name));
        line.clear().ascii("{\"type\":\"meta\",\"format\":\"" + DumpFormat.ROCHEDB.text() + "\",\"nodes\":" + nodes);
        line.ascii(",\"rings\":" + rings.size() + ",\"records\":" + recordsInAll + "}");
        writeLine();
        for (RingState ring : rings) {
            writeRing(ring);
        }
        for (RingState ring : rings) {
            if (view.records(ring) > 0) {
                writeRecords(view.reader(ring));
            }
        }
        progress.progress(bytes, bytes, records, 0);
        return rings.size();
    }

    private void writeRing(RingState ring) throws IOException {
        line.clear().ascii("{\"type\":\"ring\",\"name\":");
        JsonText.quote(ring.name(), line);
        line.ascii(",\"key\":\"" + Long.toUnsignedString(ring.key()) + "\",\"created\":" + ring.createdMillis());
        line.ascii(",\"periods\":" + Arrays.toString(ring.periodSeconds()).replace(" ", ""));
        line.ascii(",\"nextSeq\":" + ring.nextSeq());
        String description = ring.description();
        if (description != null) {
            line.ascii(",\"description\":");
            JsonText.quote(description, line);
        }
        line.append('}');
        writeLine();
    }

    private void writeDeclarations(Schema schema) throws IOException {
        for (SchemaEntry entry : StoredSchema.entries(schema)) {
            byte[] json = String.valueOf(entry.json()).getBytes(StandardCharsets.UTF_8);
            line.clear().ascii("{\"type\":\"" + entry.kind().text() + "\",\"definition\":");
            line.append(json, 0, json.length).append('}');
            writeLine();
        }
    }

    private void writeRecords(RingReader reader) throws IOException {
        RingReader.Rows rows = reader.rows(false);
        for (int row = rows.next(); row != RingReader.NONE; row = rows.next()) {
            writeRecord(reader, row);
            if (++records % QueryMonitor.CHECK_INTERVAL == 0) {
                view.checkReadable();
                progress.progress(bytes, -1, records, 0);
            }
        }
    }

    private void writeRecord(RingReader reader, int row) throws IOException {
        RecordId id = new RecordId(reader.ringKey(), reader.seq(row), reader.createdMillis(row), reader.epoch(row));
        line.clear().ascii("{\"type\":\"record\",\"id\":\"").ascii(id.text()).ascii("\",\"ring\":");
        JsonText.quote(reader.ring(), line);
        line.ascii(",\"written\":").ascii(Long.toString(reader.writtenAtMillis(row)));
        line.ascii(",\"codec\":\"").ascii(reader.codec(row).text()).ascii("\",\"payload\":");
        writePayload(reader.payloadArray(row), reader.payloadOffset(row), reader.payloadLength(row));
        float[] vector = reader.vector(row);
        if (vector != null) {
            line.ascii(",\"vector\":");
            VectorText.append(vector, line);
        }
        line.append('}');
        writeLine();
    }

    private void writePayload(byte[] array, int offset, int length) {
        if (isUtf8(array, offset, length) && JsonText.quotedLength(array, offset, length) <= base64Length(length)) {
            JsonText.quote(array, offset, length, line);
        } else {
            byte[] payload = Arrays.copyOfRange(array, offset, offset + length);
            line.append('"').ascii(Base64.getEncoder().encodeToString(payload)).ascii(BASE64_END);
        }
    }

    private static long base64Length(int length) {
        return 1 + (length + 2L) / 3 * 4 + BASE64_END.length();
    }

    private boolean isUtf8(byte[] array, int offset, int length) {
        boolean ascii = true;
        for (int i = offset; i < offset + length && ascii; i++) {
            ascii = array[i] >= 0;
        }
        if (ascii) {
            return true;
        }
        try {
            utf8.reset().decode(ByteBuffer.wrap(array, offset, length));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private void writeLine() throws IOException {
        line.append('\n');
        out.write(line.array(), 0, line.length());
        bytes += line.length();
        lines++;
    }
}
