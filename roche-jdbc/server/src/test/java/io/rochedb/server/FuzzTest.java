package io.rochedb.server;

import static io.rochedb.server.Served.fill;
import static io.rochedb.server.Served.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.wire.FrameInput;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Clients that send what no client would: the server answers or hangs up, loses nothing, and goes on with the others.
 *
 * <p>{@code -Drochedb.fuzz.seed} repeats a run; {@code -Drochedb.fuzz.seconds} sets the length of the long one, two minutes unless set.
 */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzTest {
    private static final int CLIENTS = 8;
    private static final int[] REQUESTS = {
        Protocol.DESCRIBE,
        Protocol.EXECUTE,
        Protocol.FETCH,
        Protocol.CLOSE_CURSOR,
        Protocol.BATCH,
        Protocol.BATCH_PART,
        Protocol.STATS,
        Protocol.COMMIT,
        Protocol.ROLLBACK,
        Protocol.SAVEPOINT,
        Protocol.ROLLBACK_TO,
        Protocol.RELEASE,
        Protocol.SET,
        Protocol.PING
    };
    private static final String[] TEXTS = {
        "SELECT n FROM f WHERE n = ?",
        "SELECT _payload FROM f",
        "INSERT INTO g (a) VALUES (?)",
        "BEGIN",
        "COMMIT",
        "SELEC",
        "CREATE TABLE t (a INTEGER)",
        "DROP TABLE t",
        "VALUES 1"
    };

    @Test
    void aFewSeconds() throws Exception {
        fuzz(3);
    }

    @Test
    @Tag("long")
    void minutes() throws Exception {
        fuzz(Integer.getInteger("rochedb.fuzz.seconds", 120));
    }

    /** Lets clients of their own seeds talk side by side, while a decent one is served as if they were not there. */
    private static void fuzz(int seconds) throws Exception {
        long seed = Long.getLong("rochedb.fuzz.seed", System.nanoTime());
        System.out.println("FuzzTest -Drochedb.fuzz.seed=" + seed);
        AtomicLong frames = new AtomicLong();
        AtomicLong connections = new AtomicLong();
        AtomicLong answers = new AtomicLong();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (Served served = Served.with(builder -> builder.insecureLocal()
                        .tcp(TcpOptions.DEFAULT
                                .withPort(0)
                                .withTimes(
                                        Duration.ofSeconds(2),
                                        Duration.ofMillis(50),
                                        Duration.ofSeconds(2),
                                        Duration.ZERO,
                                        Duration.ofSeconds(2))));
                Connection witness = served.connect()) {
            fill(witness, "f", 100);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Random random = new Random(seed + i);
                running.add(clients.submit(() -> {
                    while (System.nanoTime() < end) {
                        connections.incrementAndGet();
                        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
                            socket.setSoTimeout(20_000);
                            Client client = new Client(socket, random);
                            client.talk();
                            frames.addAndGet(client.frames);
                            answers.addAndGet(client.answers);
                        }
                    }
                    return null;
                }));
            }
            while (System.nanoTime() < end) {
                assertEquals(List.of("100"), list(witness, "SELECT COUNT(*) FROM f"));
            }
            for (Future<?> client : running) {
                client.get(60, TimeUnit.SECONDS);
            }
            assertEquals(List.of("100"), list(witness, "SELECT COUNT(*) FROM f"));
            long start = System.nanoTime();
            while ((served.server().sessions() > 1 || served.server().tcpConnections() > 1)
                    && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(30)) {
                Thread.onSpinWait();
            }
            assertEquals(1, served.server().sessions());
            assertEquals(1, served.server().tcpConnections());
        }
        clients.shutdownNow();
        System.out.println("FuzzTest: " + connections + " connections, " + frames + " frames, " + answers + " answers");
        assertTrue(answers.get() > 0, "nothing was answered");
    }

    /** One client, at most a few hundred frames long. */
    private static final class Client {
        private final Socket socket;
        private final Random random;
        private final FrameInput in;
        private final WireWriter out = new WireWriter(256, 1 << 20);
        private long frames;
        private long answers;

        Client(Socket socket, Random random) throws IOException {
            this.socket = socket;
            this.random = random;
            this.in = new FrameInput(socket.getInputStream(), 64 << 20, () -> {});
        }

        void talk() {
            try {
                if (random.nextInt(4) > 0) {
                    hello();
                    spoil(random.nextInt(8) == 0);
                    send();
                    answer();
                }
                for (int i = random.nextInt(40); i >= 0; i--) {
                    boolean answered = request();
                    boolean spoilt = spoil(random.nextInt(3) == 0);
                    send();
                    if (answered && !spoilt) {
                        answer();
                    }
                }
                if (random.nextBoolean()) {
                    byte[] half = new byte[random.nextInt(30)];
                    random.nextBytes(half);
                    socket.getOutputStream().write(half);
                }
            } catch (IOException | WireException e) {
                // the server hung up, as it may
            }
        }

        private void hello() {
            out.reset();
            out.begin(Protocol.HELLO, 1);
            out.raw("ROCHE".getBytes(StandardCharsets.US_ASCII));
            out.varint(1);
            out.varint(1);
            out.optionalText(null);
            out.text("u");
            out.text("0123456789abcdef");
            out.varint(0);
            out.end();
        }

        /** Writes a request that is nearly one; returns whether it has an answer. */
        private boolean request() {
            int type = random.nextInt(20) == 0 ? random.nextInt(256) : REQUESTS[random.nextInt(REQUESTS.length)];
            out.reset();
            out.begin(type, random.nextInt(1_000));
            switch (type) {
                case Protocol.EXECUTE -> {
                    statement(random.nextInt(3));
                    out.varint(1_000);
                    out.varint(random.nextInt(100_000));
                    out.varint(random.nextInt(3));
                    values();
                }
                case Protocol.DESCRIBE -> statement(0);
                case Protocol.BATCH, Protocol.BATCH_PART -> {
                    out.flag(random.nextBoolean());
                    out.varint(1_000);
                    out.fixed(2);
                    for (int i = 0; i < 2; i++) {
                        out.u8(1);
                        statement(0);
                        out.varint(random.nextInt(3));
                        values();
                    }
                }
                case Protocol.FETCH -> {
                    out.varint(random.nextInt(4));
                    out.varint(random.nextInt(100_000));
                }
                case Protocol.SET -> {
                    out.u8(random.nextInt(7));
                    out.u8(random.nextInt(2));
                }
                default -> out.varint(random.nextInt(4));
            }
            out.end();
            return type != Protocol.CLOSE_CURSOR && type != Protocol.BATCH_PART;
        }

        private void statement(int expect) {
            boolean withText = random.nextInt(3) > 0;
            out.u8(expect << Protocol.EXPECT_SHIFT | (withText ? Protocol.WITH_TEXT : 0));
            out.varint(random.nextInt(5));
            if (withText) {
                out.text(TEXTS[random.nextInt(TEXTS.length)]);
            }
        }

        private void values() {
            int count = random.nextInt(3);
            out.varint(count);
            for (int i = 0; i < count; i++) {
                Object value = random.nextBoolean() ? (Object) random.nextLong() : "text";
                out.value(random.nextInt(4) == 0 ? null : value);
            }
        }

        /** Changes bytes of the frame, its length among them. */
        private boolean spoil(boolean really) {
            if (really) {
                for (int n = random.nextInt(3); n >= 0; n--) {
                    out.bytes()[random.nextInt(out.size())] = (byte) random.nextInt();
                }
                if (random.nextInt(4) == 0) {
                    out.truncate(random.nextInt(out.size()));
                }
            }
            return really;
        }

        private void send() throws IOException {
            frames++;
            socket.getOutputStream().write(out.bytes(), 0, out.size());
        }

        private void answer() throws IOException {
            if (in.next() == null) {
                throw new IOException("the server hung up");
            }
            answers++;
        }
    }
}
