package io.rochedb.jdbc.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What metadata says of privileges: what the caller may do, and nothing of what is hidden from him. */
class PrivilegesTest {
    private UserStore db;

    @BeforeEach
    void openStore() throws SQLException {
        db = UserStore.memory();
        db.run(
                "CREATE USER root PASSWORD 'r' ROLE ADMIN",
                "CREATE USER bob PASSWORD 'b'",
                "CREATE USER wendy PASSWORD 'w' ROLE WRITER",
                "CREATE TABLE orders (t VARCHAR NOT NULL, no VARCHAR) RING 'tenant/{t}/orders'",
                "CREATE TABLE \"secret/plan\" (step BIGINT)",
                "INSERT INTO orders VALUES ('acme', 'A')",
                "INSERT INTO records (ring, payload) VALUES ('tenant/acme/docs', '{}'), ('tenant/beta/docs', '{}')",
                "GRANT READ ON RING 'tenant/acme/**' TO bob",
                "GRANT WRITE ON RING 'tenant/acme/orders' TO wendy",
                "GRANT READ ON RING 'tenant/acme/docs' TO wendy");
    }

    @AfterEach
    void closeStore() {
        db.close();
    }

    private static List<String> rows(ResultSet rows, String... columns) throws SQLException {
        List<String> all = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (String column : columns) {
                    row.add(rows.getString(column));
                }
                all.add(String.join(" ", row));
            }
        }
        return all;
    }

    private static List<String> tables(Connection connection) throws SQLException {
        return rows(
                connection.getMetaData().getTablePrivileges(null, "roche", "%"),
                "TABLE_NAME",
                "GRANTEE",
                "PRIVILEGE",
                "IS_GRANTABLE");
    }

    @Test
    void aReaderMaySelectWhatHeSees() throws SQLException {
        try (Connection bob = db.as("bob")) {
            assertEquals(
                    List.of(
                            "orders bob SELECT NO",
                            "records bob SELECT NO",
                            "tenant/acme bob SELECT NO",
                            "tenant/acme/docs bob SELECT NO",
                            "tenant/acme/orders bob SELECT NO"),
                    tables(bob));
        }
    }

    @Test
    void aWriterMayWriteSomeOfIt() throws SQLException {
        try (Connection wendy = db.as("wendy")) {
            List<String> all = tables(wendy);
            assertEquals(
                    List.of("orders wendy DELETE NO", "orders wendy INSERT NO", "orders wendy SELECT NO"),
                    all.subList(0, 3));
            assertEquals(
                    List.of("tenant/acme/docs wendy SELECT NO"),
                    all.stream().filter(row -> row.contains("docs")).toList());
            assertFalse(String.join(" ", all).contains("secret"), all.toString());
            assertFalse(String.join(" ", all).contains("bob"), all.toString());
            assertEquals(
                    List.of("no INSERT", "no SELECT", "no UPDATE"),
                    rows(
                            wendy.getMetaData().getColumnPrivileges(null, null, "ORDERS", "no"),
                            "COLUMN_NAME",
                            "PRIVILEGE"));
        }
    }

    @Test
    void anAdminMayEverythingAndPassItOn() throws SQLException {
        try (Connection root = db.as("root")) {
            assertEquals(
                    List.of(
                            "secret/plan root DELETE YES",
                            "secret/plan root INSERT YES",
                            "secret/plan root SELECT YES",
                            "secret/plan root UPDATE YES"),
                    tables(root).stream()
                            .filter(row -> row.startsWith("secret/plan "))
                            .toList());
            assertEquals(
                    List.of("SELECT"), rows(root.getMetaData().getTablePrivileges(null, "sys", "users"), "PRIVILEGE"));
        }
    }
}
