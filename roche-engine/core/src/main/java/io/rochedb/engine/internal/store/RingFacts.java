package io.rochedb.engine.internal.store;

import io.rochedb.engine.internal.json.FieldInference;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.ring.Commit.CatalogEntry;
import io.rochedb.engine.internal.ring.Drafts;
import io.rochedb.engine.internal.ring.FieldSet;
import io.rochedb.engine.internal.ring.RingState.Counters;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.ops.Finding.Kind;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a store says of one ring, and what its records say: for a check. Used by one thread. */
final class RingFacts {
    private static final double CENTROID_TOLERANCE = 1e-6;

    final CatalogEntry entry;
    MetaValues.@Nullable StoredCounters counters;
    double @Nullable [] centroid;
    private final Findings findings;
    private final Map<String, FieldType> fields = new HashMap<>();
    private final FieldInference inference = new FieldInference();
    private double[] sum = {};
    private boolean oddVectors;
    /** Whether its records were read, and whether to the end. */
    boolean read;

    boolean whole = true;
    long records;
    long vectors;
    long bytes;

    RingFacts(CatalogEntry entry, Findings findings) {
        this.entry = entry;
        this.findings = findings;
    }

    void fields(MetaValues.StoredFields stored) {
        for (FieldInfo info : stored.infos()) {
            fields.put(info.name(), info.type());
        }
    }

    /** Takes a record that could be read. */
    void record(RecordValues.Stored record) {
        records++;
        bytes += record.payload().length;
        MetaValues.StoredCounters stored = counters;
        if (stored != null && Long.compareUnsigned(record.seq(), stored.nextSeq()) >= 0) {
            wrong(Kind.RECORD, record.seq(), "its seq was never given: the next one is " + stored.nextSeq());
        }
        if (record.epoch() >= entry.periodSeconds().length) {
            wrong(Kind.RECORD, record.seq(), "it is of epoch " + record.epoch() + ", which its ring has not had");
        }
        if (record.codec() == Codec.JSON) {
            document(record);
        }
    }

    private void document(RecordValues.Stored record) {
        byte[] payload = record.payload();
        if (!inference.scan(payload, 0, payload.length, Integer.MAX_VALUE)) {
            try {
                JsonText.validate(payload, 0, payload.length, Integer.MAX_VALUE);
            } catch (RuntimeException e) {
                wrong(Kind.RECORD, record.seq(), "its codec is json and its payload is not: " + e.getMessage());
            }
            return;
        }
        for (int i = 0; i < inference.count(); i++) {
            field(record.seq(), inference.name(i), inference.type(i));
        }
        if (!inference.isComplete()) {
            inference.others(payload, (name, type) -> field(record.seq(), name, type));
        }
    }

    private void field(long seq, String name, FieldType type) {
        FieldType known = fields.get(name);
        if (known == null && fields.size() < FieldSet.FIELDS_MAX) {
            wrong(Kind.FIELDS, seq, "its field '" + name + "' is not among the ring's fields");
        } else if (known != null && known.widen(type) != known) {
            wrong(Kind.FIELDS, seq, "its field '" + name + "' is " + type + ", and in the ring's fields " + known);
        }
    }

    /** Takes a vector that could be read. */
    void vector(long seq, float[] original) {
        vectors++;
        MetaValues.StoredCounters stored = counters;
        if (stored != null && stored.dimension() != original.length) {
            oddVectors = true;
            wrong(
                    Kind.VECTOR,
                    seq,
                    "it has " + original.length + " components, the ring's vectors have " + stored.dimension());
            return;
        }
        float[] normalised;
        try {
            normalised = Drafts.normalise(entry.name(), original, Integer.MAX_VALUE);
        } catch (RuntimeException e) {
            oddVectors = true;
            wrong(Kind.VECTOR, seq, String.valueOf(e.getMessage()));
            return;
        }
        if (sum.length == 0) {
            sum = new double[normalised.length];
        }
        for (int i = 0; i < Math.min(sum.length, normalised.length); i++) {
            sum[i] += normalised[i];
        }
    }

    /** Compares what was counted with what is stored; when some records could not be read there is nothing to compare. */
    void finish(boolean all) {
        MetaValues.StoredCounters stored = counters;
        Counters counted = new Counters(records, vectors, bytes);
        if (stored == null && records > 0) {
            wrong(Kind.COUNTERS, -1, "it has " + records + " records and no counters");
        } else if (stored != null && all && !stored.counters().equals(counted)) {
            wrong(Kind.COUNTERS, -1, "it holds " + text(counted) + ", its counters say " + text(stored.counters()));
        }
        if (!entry.exists() && records > 0) {
            wrong(Kind.ORPHAN, -1, "it does not exist any more and has " + records + " records");
        }
        if (all && !oddVectors) {
            centroid();
        }
    }

    private static String text(Counters counters) {
        return counters.records() + " records, " + counters.vectorRecords() + " vectors and " + counters.payloadBytes()
                + " payload bytes";
    }

    private void centroid() {
        double[] stored = centroid == null ? new double[0] : centroid;
        if (vectors > 0 && stored.length != sum.length) {
            wrong(Kind.CENTROID, -1, "its centroid has " + stored.length + " components instead of " + sum.length);
            return;
        }
        // Sums of changes round otherwise than a sum of what is left.
        double tolerance = CENTROID_TOLERANCE * (1 + vectors);
        for (int i = 0; i < stored.length; i++) {
            double counted = i < sum.length ? sum[i] : 0;
            if (!(Math.abs(stored[i] - counted) <= tolerance)) {
                wrong(Kind.CENTROID, -1, "component " + i + " of its sum is " + stored[i] + " instead of " + counted);
                return;
            }
        }
    }

    void wrong(Kind kind, long seq, String detail) {
        findings.add(kind, entry.name(), seq, detail);
    }
}
