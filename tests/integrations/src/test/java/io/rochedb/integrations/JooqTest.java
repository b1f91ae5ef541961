package io.rochedb.integrations;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** jOOQ with its default dialect: plain SQL, built queries, transactions, batches and metadata. */
class JooqTest {
    private static final Table<Record> ORDERS = table(name("orders"));
    private static final Field<String> USER = field(name("user_id"), String.class);
    private static final Field<String> NO = field(name("order_no"), String.class);
    private static final Field<BigDecimal> TOTAL = field(name("total"), BigDecimal.class);

    private Connection connection;
    private DSLContext jooq;

    @BeforeEach
    void create() throws Exception {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        connection = DriverManager.getConnection("jdbc:roche:mem:");
        jooq = DSL.using(connection, SQLDialect.DEFAULT);
        jooq.execute("CREATE TABLE orders (user_id VARCHAR NOT NULL, order_no VARCHAR NOT NULL, total DECIMAL(12,2),"
                + " PRIMARY KEY (user_id, order_no)) RING 'users/{user_id}/orders'");
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
    }

    private void insert(String user, String no, String total) {
        assertEquals(
                1,
                jooq.insertInto(ORDERS, USER, NO, TOTAL)
                        .values(user, no, new BigDecimal(total))
                        .execute());
    }

    @Test
    void buildsAndRunsQueries() {
        insert("1", "A", "10.00");
        insert("1", "B", "20.00");
        insert("2", "A", "5.00");
        Result<?> totals = jooq.select(USER, count(), sum(TOTAL))
                .from(ORDERS)
                .groupBy(USER)
                .orderBy(USER)
                .fetch();
        assertEquals(List.of("1", "2"), totals.getValues(USER));
        assertEquals(List.of(2, 1), totals.getValues(1, Integer.class));
        assertEquals(new BigDecimal("30.00"), totals.get(0).get(2, BigDecimal.class));
        assertEquals(
                List.of("B"),
                jooq.select(NO)
                        .from(ORDERS)
                        .where(USER.eq("1").and(TOTAL.gt(new BigDecimal("15"))))
                        .orderBy(NO)
                        .limit(5)
                        .fetch(NO));
        assertEquals(
                1,
                jooq.update(ORDERS)
                        .set(TOTAL, new BigDecimal("1"))
                        .where(USER.eq("2"))
                        .execute());
        assertEquals(2, jooq.deleteFrom(ORDERS).where(USER.eq("1")).execute());
        assertEquals(
                "2",
                jooq.fetchOne("SELECT user_id FROM orders WHERE total = ?", 1).get(0));
        assertEquals(1, jooq.fetchCount(ORDERS));
    }

    @Test
    void errorsTransactionsBatches() {
        insert("1", "A", "10.00");
        assertThrows(IntegrityConstraintViolationException.class, () -> insert("1", "A", "1"));
        assertThrows(
                IllegalStateException.class,
                () -> jooq.transaction(configuration -> {
                    DSL.using(configuration).deleteFrom(ORDERS).execute();
                    throw new IllegalStateException("no");
                }));
        assertEquals(1, jooq.fetchCount(ORDERS));
        int[] counts = jooq.batch(jooq.insertInto(ORDERS, USER, NO).values((String) null, null))
                .bind("3", "A")
                .bind("3", "B")
                .execute();
        assertEquals(2, counts.length);
        assertEquals(3, jooq.fetchCount(ORDERS));
        try (var cursor =
                jooq.select(NO).from(ORDERS).where(USER.eq("3")).orderBy(NO).fetchLazy()) {
            assertEquals("A", cursor.fetchNext().get(NO));
        }
    }

    @Test
    void readsMetadata() {
        insert("1", "A", "10.00");
        Table<?> orders = jooq.meta().getTables("orders").get(0);
        assertEquals(
                List.of("user_id", "order_no", "total"),
                java.util.Arrays.stream(orders.fields()).map(Field::getName).toList());
        assertEquals(
                List.of("user_id", "order_no"),
                orders.getPrimaryKey().getFields().stream().map(Field::getName).toList());
        assertEquals(BigDecimal.class, orders.field("total").getType());
        assertTrue(jooq.meta().getSchemas().stream()
                .anyMatch(schema -> schema.getName().equals("roche")));
    }
}
