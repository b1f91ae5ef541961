package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTest {
    @TempDir
    Path directory;

    @Test
    void aNamedMemoryStoreLivesUntilItsLastConnection() throws SQLException {
        String url = Stores.fresh();
        Connection first = open(url);
        fill(first, "r", 2);
        Connection second = open(url);
        first.close();
        assertEquals(2, count(second, "records"));
        second.close();
        try (Connection third = open(url)) {
            assertEquals(0, count(third, "records"));
        }
    }

    @Test
    void keepAliveKeepsIt() throws SQLException {
        String url = Stores.fresh();
        try (Connection first = open(url + "?keepAlive=true")) {
            fill(first, "r", 2);
        }
        try (Connection second = open(url)) {
            assertEquals(2, count(second, "records"));
        }
    }

    @Test
    void memoryStoresWithoutANameAreApart() throws SQLException {
        try (Connection first = open("jdbc:roche:mem:");
                Connection second = open("jdbc:roche:mem:")) {
            fill(first, "r", 1);
            assertEquals(0, count(second, "records"));
        }
    }

    @Test
    void aDurableStoreIsSharedAndFoundAgain() throws SQLException {
        Path store = directory.resolve("store");
        String url = "jdbc:roche:" + store + "?closeDelay=0";
        try (Connection first = open(url)) {
            SQLWarning warning = first.getWarnings();
            assertNotNull(warning);
            assertTrue(warning.getMessage().contains(store.toString()), warning.getMessage());
            fill(first, "r", 3);
            try (Connection second = open("jdbc:roche:file:" + directory + "/./store")) {
                assertNull(second.getWarnings());
                assertEquals(3, count(second, "records"));
            }
        }
        try (Connection again = open(url)) {
            assertEquals(3, count(again, "records"));
            assertFalse(again.getMetaData().getURL().isEmpty());
        }
    }

    @Test
    void aMissingStoreIsNotCreatedWhenToldNotTo() {
        Path store = directory.resolve("absent");
        assertState("08001", () -> open("jdbc:roche:" + store + "?createIfMissing=false"));
        assertState("08001", () -> open("jdbc:roche:" + store + "?readOnly=true"));
        assertFalse(Files.exists(store));
    }

    @Test
    void aDifferingBudgetWarnsAndDifferingNodesAreRefused() throws SQLException {
        String url = Stores.fresh();
        try (Connection first = open(url + "?memoryBudget=64m&nodes=5")) {
            assertNull(first.getWarnings());
            try (Connection second = open(url + "?memoryBudget=32m")) {
                assertTrue(second.getWarnings().getMessage().contains("memoryBudget"));
            }
            assertState("22023", () -> open(url + "?nodes=6"));
            assertTrue(first.isValid(1));
        }
    }

    @Test
    void aConnectionThatFailedToOpenLeavesNothingBehind() throws SQLException {
        String url = Stores.fresh();
        assertState("42602", () -> open(url + "?ring=a//b"));
        try (Connection connection = open(url + "?nodes=3")) {
            assertTrue(connection.isValid(0));
        }
    }
}
