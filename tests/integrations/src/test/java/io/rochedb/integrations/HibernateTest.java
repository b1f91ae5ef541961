package io.rochedb.integrations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.hibernate.RocheDialect;
import io.rochedb.jdbc.RocheStatement;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.exception.ConstraintViolationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hibernate ORM with the dialect it finds by itself: entities over a family of rings and over plain tables that it creates. */
class HibernateTest {
    /** Key of an order: the first part chooses the ring. */
    @Embeddable
    record OrderId(
            @Column(name = "user_id") String userId,
            @Column(name = "order_no") String orderNo) {}

    /** An order in the ring of its user. */
    @Entity(name = "PurchaseOrder")
    @Table(name = "orders")
    static class PurchaseOrder {
        @EmbeddedId
        @Nullable
        OrderId id;

        @Column(precision = 12, scale = 2)
        @Nullable
        BigDecimal total;

        @Column(name = "placed_at")
        @Nullable
        Instant placedAt;

        @Version
        int version;
    }

    /** A table that Hibernate creates. */
    @Entity(name = "Author")
    @Table(name = "authors")
    static class Author {
        @Id
        @GeneratedValue(strategy = GenerationType.UUID)
        @Nullable
        UUID id;

        @Column(nullable = false, unique = true, length = 40)
        @Nullable
        String name;
    }

    /** A table that refers to another. */
    @Entity(name = "Book")
    @Table(name = "books")
    static class Book {
        @Id
        long id;

        @Nullable
        String title;

        boolean sold;

        double rating;

        @ManyToOne
        @Nullable
        Author author;
    }

    private Connection keeper;
    private SessionFactory factory;

    @BeforeEach
    void create() throws Exception {
        keeper = DriverManager.getConnection("jdbc:roche:mem:hibernate");
        try (Statement statement = keeper.createStatement()) {
            statement.execute(
                    "CREATE TABLE orders (user_id VARCHAR(255) NOT NULL, order_no VARCHAR(255) NOT NULL, total DECIMAL(12,2),"
                            + " placed_at TIMESTAMP(3), version INTEGER NOT NULL, PRIMARY KEY (user_id, order_no))"
                            + " RING 'users/{user_id}/orders'");
        }
        factory =
                configuration().setProperty("hibernate.hbm2ddl.auto", "update").buildSessionFactory();
    }

    private static Configuration configuration() {
        return new Configuration()
                .addAnnotatedClass(PurchaseOrder.class)
                .addAnnotatedClass(Author.class)
                .addAnnotatedClass(Book.class)
                .setProperty("hibernate.connection.url", "jdbc:roche:mem:hibernate")
                .setProperty("hibernate.jdbc.batch_size", "20");
    }

    @AfterEach
    void close() throws Exception {
        factory.close();
        keeper.close();
    }

    private static PurchaseOrder order(String user, String no, String total) {
        PurchaseOrder order = new PurchaseOrder();
        order.id = new OrderId(user, no);
        order.total = new BigDecimal(total);
        order.placedAt = Instant.parse("2026-07-04T10:00:00.123Z");
        return order;
    }

    @Test
    void entitiesLiveInTheirRings() throws Exception {
        assertInstanceOf(
                RocheDialect.class,
                factory.unwrap(SessionFactoryImplementor.class)
                        .getJdbcServices()
                        .getDialect());
        factory.inTransaction(session -> {
            for (int i = 0; i < 50; i++) {
                session.persist(order("" + i % 5, "A-" + i, i + ".50"));
            }
        });
        factory.inSession(session -> {
            PurchaseOrder found = session.find(PurchaseOrder.class, new OrderId("3", "A-8"));
            assertNotNull(found);
            assertEquals(new BigDecimal("8.50"), found.total);
            assertEquals(Instant.parse("2026-07-04T10:00:00.123Z"), found.placedAt);
            List<String> numbers = session.createSelectionQuery(
                            "select o.id.orderNo from PurchaseOrder o where o.id.userId = :user and o.total > 20 order by o.total desc",
                            String.class)
                    .setParameter("user", "2")
                    .setFirstResult(1)
                    .setMaxResults(3)
                    .list();
            assertEquals(List.of("A-42", "A-37", "A-32"), numbers);
        });
        try (Statement statement = keeper.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT COUNT(*) FROM orders WHERE user_id = '2' AND total > 0")) {
            rows.next();
            assertEquals(10, rows.getInt(1));
            assertEquals(1, statement.unwrap(RocheStatement.class).scanStats().ringsRouted());
        }
    }

    @Test
    void updatesDeletesAndOptimisticLocks() {
        factory.inTransaction(session -> session.persist(order("1", "A", "1")));
        PurchaseOrder stale = factory.fromSession(session -> session.find(PurchaseOrder.class, new OrderId("1", "A")));
        factory.inTransaction(session -> {
            PurchaseOrder order = session.find(PurchaseOrder.class, new OrderId("1", "A"));
            order.total = new BigDecimal("2.00");
        });
        stale.total = new BigDecimal("3.00");
        assertThrows(OptimisticLockException.class, () -> factory.inTransaction(session -> session.merge(stale)));
        factory.inTransaction(session -> {
            assertEquals(
                    1,
                    session.createMutationQuery(
                                    "update PurchaseOrder o set o.total = o.total + 1 where o.id.userId = '1'")
                            .executeUpdate());
        });
        factory.inTransaction(session -> session.remove(session.find(PurchaseOrder.class, new OrderId("1", "A"))));
        factory.inSession(session -> assertNull(session.find(PurchaseOrder.class, new OrderId("1", "A"))));
    }

    @Test
    void tablesItCreatesAndJoins() {
        factory.inTransaction(session -> {
            Author author = new Author();
            author.name = "Murasaki";
            session.persist(author);
            for (int i = 0; i < 3; i++) {
                Book book = new Book();
                book.id = i;
                book.title = "Part " + i;
                book.sold = i == 1;
                book.rating = i / 2.0;
                book.author = author;
                session.persist(book);
            }
        });
        factory.inSession(session -> {
            assertEquals(
                    List.of("Part 1"),
                    session.createSelectionQuery(
                                    "select b.title from Book b join b.author a where a.name like 'Mura%' and b.sold = true",
                                    String.class)
                            .list());
            assertEquals(
                    0.5,
                    session.createSelectionQuery("select avg(b.rating) from Book b", Double.class)
                            .getSingleResult());
        });
        assertThrows(ConstraintViolationException.class, () -> factory.inTransaction(HibernateTest::sameName));
        configuration()
                .setProperty("hibernate.hbm2ddl.auto", "validate")
                .buildSessionFactory()
                .close();
    }

    private static void sameName(Session session) {
        Author author = new Author();
        author.name = "Murasaki";
        session.persist(author);
        session.flush();
    }
}
