package io.rochedb.engine.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Location;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Periods and places while transactions change them. */
class OrbitViewTest {
    private static final double AT = 1_000.25;

    private final RocheEngine engine = RocheEngine.open(EngineOptions.memory().withClock(() -> 7_000));

    @AfterEach
    void close() {
        engine.close();
    }

    private static RecordDraft draft(String ring) {
        return new RecordDraft(ring, new byte[] {1}, Codec.RAW, null);
    }

    private static double angle(ReadView view, RecordId id) {
        return view.locate(id, AT).map(Location::thetaRadians).orElseThrow();
    }

    @Test
    void aPeriodStagedForARingThatOthersCreatedMeanwhileIsAConflict() {
        RecordId id;
        double before;
        try (Transaction first = engine.begin(RingScope.ALL, null)) {
            first.configureRing("r", 30);
            id = engine.put(draft("r"));
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                before = angle(view, id);
            }
            RocheException error = assertThrows(RocheException.class, first::commit);
            assertEquals(ErrorCode.SERIALIZATION_FAILURE, error.code());
        }
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(before, angle(view, id));
            assertEquals(60, view.ring("r").orElseThrow().periodSeconds());
        }
        try (Transaction again = engine.begin(RingScope.ALL, null)) {
            again.configureRing("r", 30);
            again.configureRing("s", 20);
            again.commit();
        }
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(before, angle(view, id));
            assertEquals(30, view.ring("r").orElseThrow().periodSeconds());
            assertEquals(20, view.ring("s").orElseThrow().periodSeconds());
        }
    }

    @Test
    void aTransactionSeesItsOwnPeriods() {
        RecordId old = engine.put(draft("r"));
        RecordId inNewRing;
        RecordId inNewEpoch;
        double[] staged = new double[4];
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            transaction.configureRing("r", 7);
            transaction.configureRing("n", 9);
            inNewEpoch = transaction.put(draft("r"));
            inNewRing = transaction.put(draft("n"));
            read(transaction, old, inNewEpoch, inNewRing, staged);
            transaction.commit();
        }
        assertEquals(1, inNewEpoch.epoch());
        double[] committed = new double[4];
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            read(view, old, inNewEpoch, inNewRing, committed);
            assertNotEquals(angle(view, old), angle(view, inNewEpoch));
        }
        org.junit.jupiter.api.Assertions.assertArrayEquals(committed, staged);
    }

    private static void read(ReadView view, RecordId old, RecordId inNewEpoch, RecordId inNewRing, double[] into) {
        into[0] = angle(view, inNewEpoch);
        into[1] = angle(view, inNewRing);
        into[2] = view.nextVisit(inNewEpoch, 3, AT).orElseThrow();
        into[3] = view.nextJoin(old, inNewRing, AT).orElseThrow().atSeconds();
    }
}
