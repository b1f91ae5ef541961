package io.rochedb.conformance;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The city sample that the demo ships with, loaded for examples. */
final class Sample {
    private static final Path CITIES =
            Path.of("../../sqlline-config/src/main/resources/io/rochedb/sqlline/cities-sample.jsonl.gz");

    private Sample() {}

    static void load(Connection connection) throws SQLException {
        try (PreparedStatement call = connection.prepareStatement(
                "CALL IMPORT_JSONL(?, ring_field => 'ring', payload_field => 'body', vector_field => 'embedding')")) {
            call.setString(1, CITIES.toAbsolutePath().normalize().toString());
            call.execute();
        }
    }
}
