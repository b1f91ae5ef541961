package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ImportOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferTest {
    @TempDir
    Path directory;

    @Test
    void importsAndDumpsUnderTheRulesOfTheConnection() throws Exception {
        Path file = directory.resolve("in.jsonl");
        Files.writeString(file, "{\"where\":\"a\",\"x\":1}\n{\"where\":\"b\",\"x\":2}\n");
        String url = Stores.fresh();
        try (Connection connection = open(url)) {
            assertTrue(connection.isWrapperFor(RocheTransfer.class));
            RocheTransfer transfer = connection.unwrap(RocheTransfer.class);
            ImportOptions options = new ImportOptions(file, "where", null, null, null, "default", 100, null, -1);
            assertEquals(
                    2,
                    transfer.importJsonl(options, (done, total, records, rejects) -> {})
                            .imported());
            assertEquals(List.of("1"), list(connection, "SELECT x FROM \"a\""));
            Path out = directory.resolve("out.jsonl.gz");
            assertEquals(
                    2, transfer.dump(out, (done, total, records, rejects) -> {}).records());
            assertTrue(Files.size(out) > 0);
            assertState(
                    "22023",
                    () -> transfer.importJsonl(
                            new ImportOptions(
                                    directory.resolve("none"), null, null, null, null, "default", 100, null, -1),
                            (done, total, records, rejects) -> {}));

            connection.setAutoCommit(false);
            update(connection, "INSERT INTO records (ring, payload) VALUES ('a', '{}')");
            assertState("25000", () -> transfer.importJsonl(options, (done, total, records, rejects) -> {}));
            connection.rollback();
            connection.setReadOnly(true);
            assertState("25006", () -> transfer.importJsonl(options, (done, total, records, rejects) -> {}));
            assertEquals(2, count(connection, "records"));
        }
    }
}
