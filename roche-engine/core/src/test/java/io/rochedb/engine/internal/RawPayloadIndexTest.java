package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.IndexDefinition.IndexColumn;
import io.rochedb.engine.schema.SchemaChange;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A raw payload has no fields, so it takes no key from a record that has; a path into it is found through an index all the same. */
class RawPayloadIndexTest {
    private static final String RING = "r";

    private static void put(RocheEngine engine, Codec codec) {
        engine.put(new RecordDraft(RING, "{\"n\":7,\"m\":1}".getBytes(UTF_8), codec, null));
    }

    private static void index(RocheEngine engine, String... columns) {
        List<IndexColumn> all = List.of(columns).stream()
                .map(name -> new IndexColumn(List.of(name), ColumnType.of(ColumnType.Kind.BIGINT), false))
                .toList();
        engine.alter(new SchemaChange.CreateIndex(new IndexDefinition("one", RING, all, true)), RingScope.ALL, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"n", "n,m"})
    void aRawPayloadTakesNoKeyAwayWhateverComesFirst(String columns) {
        for (int made = 0; made <= 4; made++) {
            try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
                RocheEngine engine = test.engine();
                Codec[] codecs = {Codec.RAW, Codec.JSON, Codec.RAW, Codec.RAW};
                for (int i = 0; i < codecs.length; i++) {
                    if (i == made) {
                        index(engine, columns.split(","));
                    }
                    put(engine, codecs[i]);
                }
                if (made == codecs.length) {
                    index(engine, columns.split(","));
                }
                RocheException twice = assertThrows(RocheException.class, () -> put(engine, Codec.JSON));
                assertEquals(ErrorCode.UNIQUE_VIOLATION, twice.code());
                assertEquals(4, found(engine), "index made before record " + made);
            }
        }
    }

    private static int found(RocheEngine engine) {
        Predicate seven =
                new Predicate.Compare(new Predicate.Path(List.of("n"), FieldType.BIGINT), Predicate.Op.EQ, 7L);
        int found = 0;
        ScanRequest request =
                new ScanRequest(RingSelector.ALL, null, seven, List.of(), ScanRequest.Order.ID_ASC, 0, -1);
        try (ReadView view = engine.snapshot(RingScope.ALL);
                RecordCursor rows = view.scan(request, new QueryMonitor())) {
            while (rows.next()) {
                found++;
            }
        }
        return found;
    }
}
