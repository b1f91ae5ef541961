package io.rochedb.server;

import static io.rochedb.server.Served.assertState;
import static io.rochedb.server.Served.fill;
import static io.rochedb.server.Served.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that stops tells its clients so, and waits for none that does not listen. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FarewellTest {
    private static Served served(Duration writeTimeout) {
        return Served.with(builder -> builder.insecureLocal()
                .tcp(TcpOptions.DEFAULT
                        .withPort(0)
                        .withTimes(
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(10),
                                writeTimeout,
                                Duration.ZERO,
                                Duration.ofMillis(300))));
    }

    @Test
    void clientsThatReadNothingDoNotHoldUpTheStop() throws Exception {
        Served served = served(Duration.ofMinutes(5));
        List<RawClient> clients = new ArrayList<>();
        try (Connection connection = served.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO big (t) VALUES ('" + "x".repeat(200_000) + "')");
            for (int i = 0; i < 4; i++) {
                RawClient client = new RawClient(served.port());
                clients.add(client);
                client.socket().setReceiveBufferSize(4_096);
                client.login();
            }
            // one asks nothing, the others more than sockets keep
            for (RawClient client : clients.subList(1, clients.size())) {
                for (int i = 0; i < 100; i++) {
                    client.execute("SELECT t FROM big", 1 << 20);
                }
            }
            assertEquals(List.of("1"), list(connection, "SELECT COUNT(*) FROM big"));
        }
        served.server().close();
        assertEquals(0, served.server().tcpConnections());
        assertEquals(0, served.server().sessions());
        assertEquals("57P01", clients.get(0).failure().sqlState());
        clients.get(0).assertClosed();
        for (RawClient client : clients) {
            client.close();
        }
        served.close();
    }

    @Test
    void oneThatHasNotLoggedInDoesNotEither() throws IOException {
        Served served = served(Duration.ofSeconds(10));
        try (RawClient silent = new RawClient(served.port());
                RawClient half = new RawClient(served.port())) {
            half.send(new byte[] {0, 0, 0});
            Served.await(() -> served.server().tcpConnections() == 2);
            served.server().close();
            silent.assertClosed();
            half.assertClosed();
        }
        served.close();
    }

    @Test
    void whoWasIdleHearsItBeforeItSendsAWrite() throws Exception {
        Served served = served(Duration.ofSeconds(10));
        try (Connection connection = served.connect()) {
            fill(connection, "e", 1);
            served.server().close();
            Thread.sleep(150);
            String said = assertState("08006", () -> Served.update(connection, "INSERT INTO e (n) VALUES (2)"))
                    .getMessage();
            assertTrue(said.contains("the server is stopping"), said);
        }
        served.close();
    }
}
