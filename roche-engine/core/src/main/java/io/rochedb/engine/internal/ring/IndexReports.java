package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.index.IndexProbe;
import io.rochedb.engine.internal.index.IndexShape;
import io.rochedb.engine.internal.index.RecordIndex;
import io.rochedb.engine.model.IndexInfo;
import io.rochedb.engine.query.IndexUse;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What indexes hold, and how they would answer: for EXPLAIN and system tables. Stateless; loads no ring. */
public final class IndexReports {
    /** EXPLAIN looks into so many rings. */
    private static final int RINGS_MAX = 1_000;

    private IndexReports() {}

    /** Returns how an index answers a request, or empty when all its rings are read whole. */
    public static Optional<IndexUse> use(ViewAccess view, ScanRequest request, long version) {
        IndexProbe probe = request.ids() == null ? IndexProbe.of(request.predicate()) : null;
        if (probe == null) {
            return Optional.empty();
        }
        long wanted = request.limit() < 0 ? Long.MAX_VALUE : request.limit() + request.offset();
        Sum sum = new Sum();
        List<RingState> rings = view.route(request.rings());
        for (RingState ring : rings.subList(0, Math.min(RINGS_MAX, rings.size()))) {
            RingTable table = ring.tableInMemory();
            if (table == null) {
                sum.add(stored(ring, probe), -1);
            } else if (!table.indexes().isEmpty() && ring.recordsNow() > 0) {
                RingIndexes.Found found =
                        table.indexes().find(probe, version, ring.recordsNow(), wanted < 0 ? Long.MAX_VALUE : wanted);
                if (found != null) {
                    sum.add(found.match(), found.seqs().length);
                }
            }
        }
        return sum.use();
    }

    /** Returns how an index of a ring that is not in memory would probably answer. */
    private static IndexProbe.@Nullable Match stored(RingState ring, IndexProbe probe) {
        for (IndexShape shape : ring.indexShapes()) {
            IndexProbe.Match match = probe.match(shape);
            if (match != null) {
                return match;
            }
        }
        return null;
    }

    private static final class Sum {
        private IndexProbe.@Nullable Match first;
        private int rings;
        private long records;

        void add(IndexProbe.@Nullable Match match, long found) {
            if (match != null) {
                first = first == null ? match : first;
                rings++;
                records = found < 0 || records < 0 ? -1 : records + found;
            }
        }

        Optional<IndexUse> use() {
            IndexProbe.Match match = first;
            return match == null
                    ? Optional.empty()
                    : Optional.of(new IndexUse(match.shape().name(), match.text(), rings, records));
        }
    }

    /** Returns the keys of the tables, then the indexes, that a view sees, each by name. */
    public static List<IndexInfo> indexes(Schema schema, ViewAccess view) {
        List<IndexInfo> infos = new ArrayList<>();
        for (TableDefinition table : schema.tables()) {
            for (KeyConstraint key : table.keys()) {
                infos.add(info(IndexShape.of(table, key), table.rings().glob(), view));
            }
        }
        for (IndexDefinition index : schema.indexes()) {
            infos.add(info(IndexShape.of(index), index.rings(), view));
        }
        return infos;
    }

    private static IndexInfo info(IndexShape shape, String glob, ViewAccess view) {
        long rings = 0;
        long entries = 0;
        long bytes = 0;
        for (RingState ring : view.route(new RingSelector.Glob(glob))) {
            RingTable table = ring.tableInMemory();
            RecordIndex index = table == null ? null : table.indexes().find(shape);
            if (index != null) {
                rings++;
                entries += index.entries();
                bytes += index.bytes();
            }
        }
        List<String> columns =
                shape.columns().stream().map(IndexShape.Column::text).toList();
        return new IndexInfo(shape.name(), shape.table(), glob, columns, shape.unique(), rings, entries, bytes);
    }
}
