package io.rochedb.engine.internal.io;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rochedb.engine.internal.ring.RingSettings;
import io.rochedb.engine.internal.schema.StoredSchema;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.schema.SchemaChange;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lines of a dump, see {@link DumpFormat}. */
final class DumpLines implements LineImporter {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double MILLIS_PER_SECOND = 1_000.0;

    private final DumpFormat format;
    private final DumpLine line = new DumpLine();
    private final Set<String> rings = new HashSet<>();
    /** Why rings were refused: their records must not be restored under the orbit of another ring of the name. */
    private final Map<String, String> refusedRings = new HashMap<>();

    private @Nullable SchemaChange declaration;
    /** The ring that the last line describes, or null. */
    private @Nullable String described;

    DumpLines(DumpFormat format) {
        this.format = format;
    }

    @Override
    public Outcome stage(RestoringTransaction transaction, byte[] bytes, int start, int end) {
        described = null;
        line.read(bytes, start, end);
        String type = line.required("type");
        switch (type) {
            case "meta":
                return Outcome.METADATA;
            case "ring":
                ring(transaction);
                return Outcome.METADATA;
            case "record":
            case "document":
                record(transaction);
                return Outcome.RECORD;
            case "table":
            case "view":
            case "index":
            case "lens":
                declaration = declaration(type);
                return Outcome.DECLARATION;
            default:
                throw new RefusedLine("unknown type of line '" + type + "'");
        }
    }

    private SchemaChange declaration(String type) {
        String definition = line.required("definition");
        try {
            return StoredSchema.change(type, definition);
        } catch (IllegalArgumentException e) {
            throw new RefusedLine("the definition of the " + type + " is none: " + e.getMessage());
        }
    }

    @Override
    public SchemaChange declaration() {
        return Objects.requireNonNull(declaration);
    }

    private void ring(RestoringTransaction transaction) {
        String name = RingNames.canonical(line.required("name"));
        described = name;
        refusedRings.remove(name);
        if (format == DumpFormat.KOUTENDB) {
            transaction.configureRing(name, line.decimal("period"));
            return;
        }
        transaction.restoreRing(
                name,
                periods(),
                line.text("description"),
                line.number("created", RecordId.MAX_48),
                line.number("nextSeq", RecordId.MAX_48 + 1));
    }

    private double[] periods() {
        String text = line.required("periods");
        try {
            double[] periods = JSON.readValue(text, double[].class);
            if (periods.length > 0 && periods.length <= RingSettings.EPOCHS_MAX) {
                return periods;
            }
            throw new RefusedLine(
                    "member 'periods' must hold 1 to " + RingSettings.EPOCHS_MAX + " numbers, not " + periods.length);
        } catch (JsonProcessingException e) {
            throw new RefusedLine("member 'periods' is no array of numbers: " + text);
        }
    }

    private void record(RestoringTransaction transaction) {
        String ring = RingNames.canonical(line.required("ring"));
        String refused = refusedRings.get(ring);
        if (refused != null) {
            throw new RefusedLine("ring '" + ring + "' was refused: " + refused);
        }
        if (format == DumpFormat.ROCHEDB) {
            Codec codec = Codec.parse(line.required("codec"));
            transaction.restore(
                    new RecordDraft(ring, payload(), codec, line.vector("vector")),
                    RecordId.parse(line.required("id")),
                    line.number("written", RecordId.MAX_48));
        } else {
            String codec = line.text("codec");
            RecordDraft draft = new RecordDraft(
                    ring, payload(), codec == null ? Codec.RAW : Codec.parse(codec), line.vector("vec"));
            // The original's clock stands still at 0 unless it is moved: such a time says nothing.
            double seconds = line.text("tWrite") == null ? 0 : line.decimal("tWrite");
            if (seconds > 0 && seconds * MILLIS_PER_SECOND <= RecordId.MAX_48) {
                transaction.putWrittenAt(draft, Math.round(seconds * MILLIS_PER_SECOND));
            } else {
                transaction.put(draft);
            }
        }
        rings.add(ring);
    }

    private byte[] payload() {
        String payload = line.required("payload");
        String encoding = line.text("encoding");
        if (encoding == null) {
            return payload.getBytes(StandardCharsets.UTF_8);
        }
        if (!encoding.equals("base64")) {
            throw new RefusedLine("unknown encoding '" + encoding + "' of the payload");
        }
        try {
            return Base64.getDecoder().decode(payload);
        } catch (IllegalArgumentException e) {
            throw new RefusedLine("the payload is no base64: " + e.getMessage());
        }
    }

    @Override
    public void refused(String reason) {
        if (described != null) {
            refusedRings.put(described, reason);
        }
    }

    @Override
    public long rings() {
        return rings.size();
    }
}
