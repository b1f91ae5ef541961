package io.rochedb.integrations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flyway with the database type it finds by itself: a history of migrations on a durable store. */
class FlywayTest {
    private static FluentConfiguration flyway(String url) {
        return Flyway.configure().dataSource(url, null, null).locations("classpath:db/migration");
    }

    @Test
    void migratesValidatesRepeatsAndCleans(@TempDir Path directory) throws Exception {
        String url = "jdbc:roche:file:" + directory.resolve("store") + "?closeDelay=0";
        assertEquals(1, flyway(url).target("1").load().migrate().migrationsExecuted);
        assertEquals(2, flyway(url).load().migrate().migrationsExecuted);
        Flyway all = flyway(url).cleanDisabled(false).load();
        assertEquals(0, all.migrate().migrationsExecuted);
        all.validate();
        MigrationInfo current = all.info().current();
        assertEquals("3", String.valueOf(current.getVersion()));
        assertEquals(3, all.info().applied().length);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT COUNT(*), SUM(total) FROM orders WHERE user_id = '1'")) {
            assertTrue(rows.next());
            assertEquals(2, rows.getInt(1));
            assertEquals("52.00", rows.getString(2));
        }
        all.clean();
        assertEquals(0, all.info().applied().length);
        assertEquals(3, all.migrate().migrationsExecuted);
    }

    @Test
    void aFailedMigrationIsKeptInTheHistory() {
        String url = "jdbc:roche:mem:flyway?keepAlive=true";
        Flyway broken = flyway(url).locations("classpath:db/broken").load();
        assertThrows(FlywayException.class, broken::migrate);
        assertEquals(1, failed(broken.info().all()));
        broken.repair();
        assertEquals(0, failed(broken.info().all()));
    }

    private static int failed(MigrationInfo[] infos) {
        return (int) java.util.Arrays.stream(infos)
                .filter(info -> info.getState().isFailed())
                .count();
    }
}
