package io.rochedb.integrations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.jdbc.RocheDataSource;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring's templates over an embedded store, with a table over a family of rings. */
class SpringJdbcTest {
    private Connection keeper;
    private DataSource source;
    private JdbcTemplate jdbc;

    @BeforeEach
    void create() throws Exception {
        RocheDataSource rings = new RocheDataSource();
        rings.setUrl("jdbc:roche:mem:spring");
        source = rings;
        keeper = rings.getConnection();
        jdbc = new JdbcTemplate(source);
        jdbc.execute(
                "CREATE TABLE orders (user_id VARCHAR NOT NULL, order_no VARCHAR NOT NULL, total DECIMAL(12,2) CHECK (total >= 0),"
                        + " placed_at TIMESTAMP, PRIMARY KEY (user_id, order_no)) RING 'users/{user_id}/orders'");
    }

    @AfterEach
    void close() throws Exception {
        keeper.close();
    }

    private void insert(String user, String no, String total) {
        jdbc.update(
                "INSERT INTO orders VALUES (?, ?, ?, ?)",
                user,
                no,
                new BigDecimal(total),
                LocalDateTime.of(2026, 7, 4, 10, 0));
    }

    @Test
    void updatesAndQueries() {
        insert("1", "A", "42.00");
        insert("1", "B", "8.50");
        insert("2", "A", "1.25");
        assertEquals(
                new BigDecimal("50.50"),
                jdbc.queryForObject("SELECT SUM(total) FROM orders WHERE user_id = ?", BigDecimal.class, "1"));
        List<Map<String, Object>> rows =
                jdbc.queryForList("SELECT * FROM orders WHERE user_id = ? ORDER BY order_no", "1");
        assertEquals(
                List.of("A", "B"), rows.stream().map(row -> row.get("order_no")).toList());
        assertEquals(4, rows.get(0).size());
        NamedParameterJdbcTemplate named = new NamedParameterJdbcTemplate(jdbc);
        assertEquals(
                List.of("1", "2"),
                named.queryForList(
                        "SELECT user_id FROM orders WHERE user_id IN (:users) AND order_no = :no ORDER BY 1",
                        new MapSqlParameterSource("users", List.of("1", "2", "3")).addValue("no", "A"),
                        String.class));
        assertEquals(
                LocalDateTime.of(2026, 7, 4, 10, 0),
                jdbc.queryForObject(
                        "SELECT placed_at FROM orders WHERE user_id = '2' AND order_no = 'A'", LocalDateTime.class));
        assertEquals(
                1, jdbc.update("UPDATE orders SET total = total * 2 WHERE user_id = ? AND order_no = ?", "2", "A"));
        assertEquals(1, jdbc.update("DELETE FROM orders WHERE user_id = '1' AND total < 10"));
        assertThrows(
                EmptyResultDataAccessException.class,
                () -> jdbc.queryForObject("SELECT total FROM orders WHERE user_id = 'none'", BigDecimal.class));
    }

    @Test
    void errorsBecomeSpringsExceptions() {
        insert("1", "A", "42.00");
        assertThrows(DuplicateKeyException.class, () -> insert("1", "A", "1"));
        assertThrows(DataIntegrityViolationException.class, () -> insert("1", "B", "-1"));
        assertThrows(
                DataIntegrityViolationException.class,
                () -> jdbc.update("INSERT INTO orders (user_id, order_no) VALUES ('1', NULL)"));
        assertThrows(BadSqlGrammarException.class, () -> jdbc.queryForList("SELECT nothing FROM orders"));
        assertThrows(BadSqlGrammarException.class, () -> jdbc.execute("SELEC 1"));
    }

    @Test
    void batchesAndKeys() {
        int[] counts = jdbc.batchUpdate(
                "INSERT INTO orders (user_id, order_no, total) VALUES (?, ?, ?)",
                List.of(new Object[] {"7", "1", 1}, new Object[] {"7", "2", 2}, new Object[] {"8", "1", 3}));
        assertEquals(List.of(1, 1, 1), java.util.Arrays.stream(counts).boxed().toList());
        GeneratedKeyHolder keys = new GeneratedKeyHolder();
        jdbc.update(
                connection -> {
                    PreparedStatement insert = connection.prepareStatement(
                            "INSERT INTO \"notes\" (title) VALUES ('x')", new String[] {"_id"});
                    return insert;
                },
                keys);
        String id = (String) assertNotNull1(keys.getKeys()).get("_id");
        assertEquals("x", jdbc.queryForObject("SELECT title FROM \"notes\" WHERE _id = ?", String.class, id));
        int inserted = new SimpleJdbcInsert(source)
                .withTableName("orders")
                .execute(Map.of("user_id", "9", "order_no", "1", "total", new BigDecimal("5.00")));
        assertEquals(1, inserted);
    }

    private static Map<String, Object> assertNotNull1(@org.jspecify.annotations.Nullable Map<String, Object> keys) {
        assertNotNull(keys);
        return keys;
    }

    @Test
    void transactionsRollBackAndNest() {
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        assertThrows(
                IllegalStateException.class,
                () -> transaction.executeWithoutResult(status -> {
                    insert("1", "A", "1");
                    throw new IllegalStateException("no");
                }));
        assertEquals(0, jdbc.queryForObject("SELECT COUNT(*) FROM orders", Integer.class));
        TransactionTemplate nested = new TransactionTemplate(new DataSourceTransactionManager(source));
        nested.executeWithoutResult(status -> {
            insert("1", "A", "1");
            Object savepoint = status.createSavepoint();
            insert("1", "B", "1");
            status.rollbackToSavepoint(savepoint);
            status.releaseSavepoint(savepoint);
        });
        assertEquals(List.of("A"), jdbc.queryForList("SELECT order_no FROM orders", String.class));
    }
}
