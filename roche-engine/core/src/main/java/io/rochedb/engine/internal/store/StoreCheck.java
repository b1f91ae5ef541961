package io.rochedb.engine.internal.store;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.Commit.CatalogEntry;
import io.rochedb.engine.internal.schema.StoredSchema;
import io.rochedb.engine.internal.store.LogStore.Entries;
import io.rochedb.engine.internal.store.LogStore.Family;
import io.rochedb.engine.internal.store.LogStore.Pin;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.ops.CheckReport;
import io.rochedb.engine.ops.Finding.Kind;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A check of everything a store has on disk, at one moment: every entry against its checksum, and what they say against each other.
 *
 * <p>Nothing is repaired, and reading goes on behind what is damaged. Used once.
 */
public final class StoreCheck {
    /** Of payload bytes: progress is told so often. */
    private static final long PROGRESS_BYTES = 1 << 20;

    private final LogStore store;
    private final Pin pin;
    private final Findings findings;
    private final ProgressListener progress;
    private final TreeMap<Long, RingFacts> rings = new TreeMap<>(Long::compareUnsigned);
    private long version;
    private long records;
    private long vectors;
    private long bytes;
    private long bytesTotal;
    private long bytesTold;

    private StoreCheck(LogStore store, Pin pin, Findings findings, ProgressListener progress) {
        this.store = store;
        this.pin = pin;
        this.findings = findings;
        this.progress = progress;
    }

    /** Checks a store that may be written meanwhile: as it is now. */
    static CheckReport check(LogStore store, Findings findings, ProgressListener progress) {
        try (Pin pin = store.pin()) {
            return new StoreCheck(store, pin, findings, progress).check();
        }
    }

    /** Checks a store that nobody has open; what keeps it from being opened is a finding. {@code CANNOT_OPEN} and {@code DIRECTORY_LOCKED} are thrown. */
    public static CheckReport checkClosed(Path path, long nowMillis, ProgressListener progress) {
        Findings findings = new Findings();
        try (StoreDirectory directory = StoreDirectory.open(path, true, false, nowMillis)) {
            if (!Files.isDirectory(directory.rocks())) {
                findings.add(Kind.FILE, directory.rocks() + " is missing");
                return report(findings);
            }
            try (LogStore store = RocksStore.open(directory.rocks(), true)) {
                CheckReport report = check(store, findings, progress);
                String early = directory.endsEarly(report.version());
                if (early != null) {
                    findings.add(Kind.FILE, early);
                    return new CheckReport(
                            report.version(),
                            report.rings(),
                            report.records(),
                            report.vectors(),
                            report.bytes(),
                            findings.count(),
                            findings.kept());
                }
                return report;
            }
        } catch (RocheException e) {
            if (e.code() != ErrorCode.DATA_CORRUPTED && e.code() != ErrorCode.IO_ERROR) {
                throw e;
            }
            findings.add(Kind.FILE, String.valueOf(e.getMessage()));
            return report(findings);
        }
    }

    private static CheckReport report(Findings findings) {
        return new CheckReport(0, 0, 0, 0, 0, findings.count(), findings.kept());
    }

    private CheckReport check() {
        readFacts();
        readRings();
        for (RingFacts ring : rings.values()) {
            bytesTotal += ring.counters == null ? 0 : ring.counters.counters().payloadBytes();
        }
        Family[] families = {Family.RECORDS, Family.VECTORS};
        for (Family family : families) {
            readEach(family);
        }
        rings.values().forEach(ring -> ring.finish(ring.whole));
        guard("the files of the store", store::verifyFiles);
        return new CheckReport(version, rings.size(), records, vectors, bytes, findings.count(), findings.kept());
    }

    // The catalog.

    private void readFacts() {
        each(MetaValues.LAST, (key, value) -> version = MetaValues.readLast(value)[0]);
        int[] nodes = {0};
        each(MetaValues.NODES, (key, value) -> nodes[0] = MetaValues.readNodes(value));
        if (nodes[0] < 1) {
            findings.add(Kind.METADATA, "how many nodes the store has cannot be read");
        }
        StoredSchema declared = new StoredSchema();
        each(MetaValues.DECLARATION, (key, value) -> MetaValues.readDeclaration(key, value, declared));
        guard("what is declared", () -> declared.catalog(version));
        byte[] known = {
            MetaValues.NODES,
            MetaValues.LAST,
            MetaValues.RING,
            MetaValues.COUNTERS,
            MetaValues.FIELDS,
            MetaValues.CENTROID,
            MetaValues.DECLARATION
        };
        Arrays.sort(known);
        guard("the ring catalog", () -> {
            try (Entries entries = pin.scan(Family.META, new byte[0])) {
                while (entries.next()) {
                    byte[] key = entries.key();
                    if (key.length == 0 || Arrays.binarySearch(known, key[0]) < 0) {
                        findings.add(Kind.METADATA, "an entry of the ring catalog is of an unknown kind");
                    }
                }
            }
        });
    }

    private void readRings() {
        each(MetaValues.RING, (key, value) -> {
            CatalogEntry entry = MetaValues.readRing(key, value);
            if (entry.key() != RingNames.key(entry.name())) {
                findings.add(Kind.METADATA, entry.name(), -1, "the ring is stored under another key than its own");
            }
            rings.put(entry.key(), new RingFacts(entry, findings));
        });
        each(MetaValues.COUNTERS, (key, value) -> {
            RingFacts ring = ring(key);
            if (ring != null) {
                ring.counters = MetaValues.readCounters(key, value);
            }
        });
        each(MetaValues.FIELDS, (key, value) -> {
            RingFacts ring = ring(key);
            if (ring != null) {
                ring.fields(MetaValues.readFields(key, value));
            }
        });
        each(MetaValues.CENTROID, (key, value) -> {
            RingFacts ring = ring(key);
            if (ring != null) {
                ring.centroid = MetaValues.readCentroid(key, value);
            }
        });
    }

    private @Nullable RingFacts ring(byte[] key) {
        RingFacts ring = key.length == 9 ? rings.get(MetaValues.ringKey(key)) : null;
        if (ring == null) {
            findings.add(Kind.METADATA, "metadata '" + (char) key[0] + "' is of an unknown ring");
        }
        return ring;
    }

    private interface Taker {
        void take(byte[] key, byte[] value);
    }

    private void each(byte kind, Taker taker) {
        guard("the ring catalog", () -> {
            try (Entries entries = pin.scan(Family.META, MetaValues.key(kind))) {
                while (entries.next()) {
                    byte[] key = entries.key();
                    byte[] value = entries.value();
                    try {
                        taker.take(key, value);
                    } catch (RocheException e) {
                        findings.add(Kind.METADATA, String.valueOf(e.getMessage()));
                    }
                }
            }
        });
    }

    /** Does something whose failure is a finding about files; whether it did not fail. */
    private boolean guard(String what, Runnable work) {
        try {
            work.run();
            return true;
        } catch (RocheException e) {
            if (e.code() != ErrorCode.DATA_CORRUPTED && e.code() != ErrorCode.IO_ERROR) {
                throw e;
            }
            findings.add(Kind.FILE, what + ": " + e.getMessage());
            return false;
        }
    }

    // Records and vectors.

    /** Goes from ring to ring, also those nobody knows. */
    private void readEach(Family family) {
        byte[] from = {};
        while (from != null) {
            Long key = nextRing(family, from);
            if (key == null) {
                return;
            }
            RingFacts ring = rings.get(key);
            if (ring == null) {
                if (family == Family.RECORDS || nobodysRecords(key)) {
                    findings.add(
                            Kind.ORPHAN,
                            "there are " + family.text() + " of an unknown ring, key " + Long.toUnsignedString(key));
                }
            } else if (family == Family.RECORDS) {
                readRecords(key, ring);
            } else if (!ring.read) {
                ring.wrong(Kind.ORPHAN, -1, "it has vectors and no records");
            }
            from = key == -1 ? null : RecordValues.prefix(key + 1);
        }
    }

    /** Whether vectors of an unknown ring have not been told of with its records. */
    private boolean nobodysRecords(long key) {
        try (Entries entries = pin.scan(Family.RECORDS, RecordValues.prefix(key))) {
            return !entries.next();
        } catch (RocheException e) {
            return false;
        }
    }

    private @Nullable Long nextRing(Family family, byte[] from) {
        Long[] next = {null};
        boolean read = guard("the " + family.text() + " of the store", () -> {
            try (Entries entries = pin.from(family, from)) {
                if (entries.next() && entries.key().length >= Long.BYTES) {
                    next[0] = ByteBuffer.wrap(entries.key()).getLong();
                }
            }
        });
        if (read) {
            return next[0];
        }
        // Behind what cannot be read, at the next ring there should be.
        Long here = from.length == 0
                ? Long.valueOf(0)
                : Long.valueOf(ByteBuffer.wrap(from).getLong());
        return family == Family.RECORDS ? rings.ceilingKey(here) : null;
    }

    private void readRecords(long key, RingFacts ring) {
        ring.read = true;
        byte[] prefix = RecordValues.prefix(key);
        ring.whole = guard("ring '" + ring.entry.name() + "'", () -> {
            try (Entries entries = pin.scan(Family.RECORDS, prefix);
                    Entries beside = pin.scan(Family.VECTORS, prefix)) {
                VectorsBeside vectorsBeside = new VectorsBeside(ring, beside);
                while (entries.next()) {
                    readRecord(ring, entries.key(), entries.value(), vectorsBeside);
                }
                vectorsBeside.skipTo(null);
            }
        });
        records += ring.records;
        vectors += ring.vectors;
    }

    private void readRecord(RingFacts ring, byte[] key, byte[] value, VectorsBeside vectorsBeside) {
        RecordValues.Stored record;
        try {
            record = RecordValues.readRecord(ring.entry.name(), key, value);
        } catch (RocheException e) {
            ring.wrong(Kind.RECORD, seq(key), String.valueOf(e.getMessage()));
            vectorsBeside.skipTo(key);
            vectorsBeside.pass(key);
            return;
        }
        ring.record(record);
        bytes += record.payload().length;
        vectorsBeside.skipTo(key);
        if (record.hasVector()) {
            vectorsBeside.read(key);
        } else if (vectorsBeside.pass(key)) {
            ring.wrong(Kind.VECTOR, record.seq(), "there is one, and its record says there is none");
        }
        if (bytes - bytesTold >= PROGRESS_BYTES) {
            bytesTold = bytes;
            progress.progress(bytes, Math.max(bytes, bytesTotal), records + ring.records, findings.count());
        }
    }

    private static long seq(byte[] key) {
        return key.length == RecordValues.KEY_BYTES ? RecordValues.seq(key) : -1;
    }

    /** The vectors of a ring, in order beside its records. */
    private static final class VectorsBeside {
        private static final Comparator<byte[]> ORDER = Arrays::compareUnsigned;

        private final RingFacts ring;
        private final Entries entries;
        private boolean present;

        VectorsBeside(RingFacts ring, Entries entries) {
            this.ring = ring;
            this.entries = entries;
            present = entries.next();
        }

        /** Tells of the vectors before a key, or with null all the rest, that they have no record. */
        void skipTo(byte @Nullable [] key) {
            while (present && (key == null || ORDER.compare(entries.key(), key) < 0)) {
                ring.wrong(Kind.ORPHAN, seq(entries.key()), "there is a vector without its record");
                present = entries.next();
            }
        }

        /** Passes over the vector of a key; whether there was one. */
        boolean pass(byte[] key) {
            boolean there = present && Arrays.equals(entries.key(), key);
            if (there) {
                present = entries.next();
            }
            return there;
        }

        void read(byte[] key) {
            if (!present || !Arrays.equals(entries.key(), key)) {
                ring.wrong(Kind.VECTOR, seq(key), "it is missing");
                return;
            }
            try {
                ring.vector(seq(key), RecordValues.readVector(ring.entry.name(), key, entries.value()));
            } catch (RocheException e) {
                ring.wrong(Kind.VECTOR, seq(key), String.valueOf(e.getMessage()));
            }
            present = entries.next();
        }
    }
}
