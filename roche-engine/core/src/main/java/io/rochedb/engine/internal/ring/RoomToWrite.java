package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The memory for what one commit is about to write, and the rings it writes, which stay as they are until it is settled. Under the commit lock.
 *
 * <p>Records that it changes and that are not in memory are read here, so that applying the commit needs nothing any more.
 */
final class RoomToWrite {
    private record Part(Incarnation of, RingTable table, long estimate) {}

    private final List<Part> parts = new ArrayList<>();

    private RoomToWrite() {}

    /** What is written into one ring. */
    private interface Writes {
        RingState ring();

        /** Takes the memory, and returns how much. */
        long reserve(RingTable into);
    }

    /** Takes the memory that overlays need, all or nothing. */
    static RoomToWrite of(Collection<RingOverlay> overlays) {
        List<Writes> writes = new ArrayList<>(overlays.size());
        overlays.forEach(overlay -> writes.add(new OfOverlay(overlay)));
        return take(writes);
    }

    /** Takes the memory that one new record needs. */
    static RoomToWrite of(RingState ring, RowData row, long indexBytes) {
        return take(List.of(new OfRow(ring, row, indexBytes)));
    }

    /** When memory is short, what the rings themselves hold may be given up, but only before it is relied on. */
    private static RoomToWrite take(List<Writes> writes) {
        try {
            return tryTake(writes);
        } catch (RocheException e) {
            List<RingState> rings = writes.stream().map(Writes::ring).toList();
            if (e.code() != ErrorCode.OUT_OF_MEMORY_BUDGET
                    || !rings.get(0).newest().residency().giveUp(rings)) {
                throw e;
            }
            return tryTake(writes);
        }
    }

    private static RoomToWrite tryTake(List<Writes> writes) {
        RoomToWrite room = new RoomToWrite();
        boolean complete = false;
        try {
            for (Writes one : writes) {
                RingTable table = one.ring().tableToWrite();
                Incarnation of = one.ring().newest();
                of.hold();
                boolean taken = false;
                try {
                    room.parts.add(new Part(of, table, one.reserve(table)));
                    taken = true;
                } finally {
                    if (!taken) {
                        of.letGo();
                    }
                }
            }
            complete = true;
            return room;
        } finally {
            if (!complete) {
                room.settle();
            }
        }
    }

    /** Charges what has been allocated, gives the estimates back and lets the rings go. */
    void settle() {
        for (Part part : parts) {
            part.table.settle(part.estimate);
            part.table.settleIndexes(0);
            part.of.letGo();
        }
        parts.clear();
    }

    private record OfRow(RingState ring, RowData row, long indexBytes) implements Writes {
        @Override
        public long reserve(RingTable into) {
            RowsToCome coming = new RowsToCome(into);
            coming.add(row);
            float[] vector = row.vector();
            return into.reserve(ring.name(), coming, indexBytes, vector == null ? 0 : vector.length);
        }
    }

    private record OfOverlay(RingOverlay overlay) implements Writes {
        @Override
        public RingState ring() {
            return overlay.ring();
        }

        @Override
        public long reserve(RingTable into) {
            readBases(into);
            RowsToCome coming = new RowsToCome(into);
            for (RingOverlay.Staged staged : overlay.staged()) {
                if (!into.isWhole()) {
                    coming.add(staged.base());
                }
                coming.add(staged.row());
            }
            int dimension = Math.max(overlay.dimension(), ring().dimension());
            return coming.rows() == 0 ? 0 : into.reserve(ring().name(), coming, overlay.indexBytes(), dimension);
        }

        /** Reads what the staged states replace, when that was in memory as they were staged, and is not any more. */
        private void readBases(RingTable into) {
            if (into.isWhole()) {
                return;
            }
            List<RingOverlay.Staged> without = new ArrayList<>();
            for (RingOverlay.Staged staged : overlay.staged()) {
                if (staged.baseExists()
                        && staged.base() == null
                        && into.rows().index.row(staged.seq()) < 0) {
                    without.add(staged);
                }
            }
            for (RingOverlay.Staged staged : without) {
                RowData base = ring().newest().onDisk().record(ring(), staged.seq(), true);
                if (base == null) {
                    throw new RocheException(
                            ErrorCode.DATA_CORRUPTED,
                            "record " + staged.seq() + " of ring '" + ring().name()
                                    + "' is not in the store any more; restore it from a backup or a dump");
                }
                overlay.readBase(staged, base);
            }
        }
    }
}
