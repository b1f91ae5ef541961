package io.rochedb.server;

import static io.rochedb.server.Served.await;
import static io.rochedb.server.Served.fill;
import static io.rochedb.server.Served.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.wire.Protocol;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thousand clients at once, and slow ones of every kind beside one that is not; nothing of them is left. Prints times. */
@Tag("long")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ManyClientsTest {
    private static final int CLIENTS = 1_000;
    private static final int AT_A_TIME = 64;
    private static final int SLOW_OF_A_KIND = 60;
    private static final int SECONDS = 8;

    private Served served;
    private Connection witness;

    @BeforeEach
    void start() throws SQLException {
        served = Served.with(builder -> builder.tcp(TcpOptions.DEFAULT
                .withPort(0)
                .withLimits(CLIENTS + 1, Protocol.FRAME_MAX)
                .withTimes(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(3),
                        Duration.ZERO,
                        Duration.ofSeconds(2))));
        try (Connection operator = DriverManager.getConnection(served.embeddedUrl())) {
            Served.update(operator, "CREATE USER ann PASSWORD 'a' ROLE ADMIN");
            Served.update(operator, "CREATE USER root PASSWORD 'r' ROLE ADMIN");
            fill(operator, "many", 1_000);
            Served.update(operator, "INSERT INTO big (t) VALUES ('" + "x".repeat(200_000) + "')");
        }
        witness = connect("root", "r");
    }

    @AfterEach
    void stop() throws SQLException {
        await(() -> served.server().tcpConnections() == 1 && served.server().sessions() == 1);
        assertEquals(List.of("1"), list(witness, "SELECT COUNT(*) FROM sys.sessions"));
        assertEquals(List.of("1000"), list(witness, "SELECT COUNT(*) FROM many"));
        witness.close();
        served.close();
        await(() -> threads() == 0);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && thread.getName().startsWith("roche-tcp-"))
                .count();
    }

    private Connection connect(String user, String password) throws SQLException {
        return DriverManager.getConnection(served.url() + "?user=" + user + "&password=" + password);
    }

    @Test
    void aThousandAtOnceAreAllServed() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(AT_A_TIME);
        long start = System.nanoTime();
        List<Future<Connection>> opened = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            opened.add(clients.submit(() -> connect("ann", "a")));
        }
        List<Connection> connections = new ArrayList<>();
        for (Future<Connection> each : opened) {
            connections.add(each.get());
        }
        long connected = System.nanoTime();
        assertEquals(CLIENTS + 1, served.server().sessions());
        SQLException full = Served.assertState("53300", () -> connect("ann", "a"));
        assertTrue(full.getMessage().contains((CLIENTS + 1) + " connections"), full.getMessage());
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int n = i;
            answers.add(clients.submit(() -> list(connections.get(n), "SELECT n FROM many WHERE n = " + n)
                    .get(0)));
        }
        for (int i = 0; i < CLIENTS; i++) {
            assertEquals(Integer.toString(i), answers.get(i).get());
        }
        long answered = System.nanoTime();
        for (Connection each : connections) {
            each.close();
        }
        clients.shutdown();
        System.out.println("ManyClientsTest: " + CLIENTS + " connected and logged in within "
                + TimeUnit.NANOSECONDS.toMillis(connected - start) + " ms, each asked once within "
                + TimeUnit.NANOSECONDS.toMillis(answered - connected) + " ms");
    }

    private interface Behaviour {
        void send(RawClient client) throws IOException;
    }

    /** Lets clients of a user without a password do something; one that was hung up on is none of our concern. */
    private static void each(List<RawClient> clients, Behaviour behaviour) {
        for (RawClient client : clients) {
            try {
                behaviour.send(client);
            } catch (IOException e) {
                // the server gave it up, as it should
            }
        }
    }

    private static List<RawClient> clients(Served of) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < SLOW_OF_A_KIND; i++) {
            RawClient client = new RawClient(of.port());
            client.login();
            clients.add(client);
        }
        return clients;
    }

    @Test
    void slowClientsHurtNobody() throws Exception {
        try (Served open = Served.with(builder -> builder.insecureLocal()
                        .tcp(TcpOptions.DEFAULT
                                .withPort(0)
                                .withTimes(
                                        Duration.ofSeconds(10),
                                        Duration.ofSeconds(3),
                                        Duration.ofSeconds(3),
                                        Duration.ZERO,
                                        Duration.ofSeconds(2))));
                Connection healthy = filled(open);
                PreparedStatement point = healthy.prepareStatement("SELECT n FROM many WHERE n = ?")) {
            Served.update(healthy, "INSERT INTO big (t) VALUES ('" + "x".repeat(200_000) + "')");
            measure(point, 2);
            long[] alone = measure(point, SECONDS / 2);
            List<RawClient> halves = clients(open);
            List<RawClient> dripping = clients(open);
            List<RawClient> deaf = clients(open);
            List<RawClient> silent = new ArrayList<>();
            for (int i = 0; i < SLOW_OF_A_KIND; i++) {
                silent.add(new RawClient(open.port()));
            }
            each(halves, client -> client.send(new byte[] {0, 0, 1, 0, 1, 11, 0, 0, 0, 1, 5}));
            Thread deafness = new Thread(() -> each(deaf, client -> {
                client.socket().setSoTimeout(1);
                for (int i = 0; i < 30; i++) {
                    client.execute("SELECT t FROM big", 1 << 20);
                }
            }));
            deafness.start();
            Thread drips = new Thread(() -> {
                for (int second = 0; second < SECONDS; second++) {
                    each(dripping, client -> client.send(new byte[] {0}));
                    pause();
                }
            });
            drips.start();
            long[] beside = measure(point, SECONDS);
            System.out.println("ManyClientsTest: point read alone " + figures(alone) + ", beside " + 4 * SLOW_OF_A_KIND
                    + " slow clients " + figures(beside));
            deafness.join();
            drips.join();
            for (List<RawClient> kind : List.of(halves, dripping, deaf, silent)) {
                for (RawClient client : kind) {
                    client.close();
                }
            }
            await(() -> open.server().tcpConnections() == 1 && open.server().sessions() == 1);
        }
    }

    private static Connection filled(Served of) throws SQLException {
        Connection connection = of.connect();
        fill(connection, "many", 1_000);
        return connection;
    }

    private static void pause() {
        try {
            Thread.sleep(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads for so many seconds and checks each answer; returns how long each took. */
    private static long[] measure(PreparedStatement point, int seconds) throws SQLException {
        long[] nanos = new long[1 << 20];
        int count = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long now = System.nanoTime(); now < end && count < nanos.length; count++) {
            int n = count % 1_000;
            point.setInt(1, n);
            try (ResultSet row = point.executeQuery()) {
                assertTrue(row.next());
                assertEquals(n, row.getInt(1));
            }
            long then = System.nanoTime();
            nanos[count] = then - now;
            now = then;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private static String figures(long[] sorted) {
        return IntStream.of(500, 990, 999)
                        .mapToObj(permille -> "p" + permille / 10.0 + " "
                                + sorted[(int) (sorted.length * (long) permille / 1_000)] / 1_000 + " µs")
                        .toList()
                + " of " + sorted.length;
    }
}
