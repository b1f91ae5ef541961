package io.rochedb.server;

import static io.rochedb.server.Served.assertState;
import static io.rochedb.server.Served.fill;
import static io.rochedb.server.Served.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The same through the HTTP door, and what is different there. */
class HttpRoundTripTest extends RoundTripTest {
    private static final String ENDLESS = "SELECT COUNT(*) FROM he a, he b, he c, he d WHERE a.n + b.n + c.n + d.n < 0";

    @Override
    Connection open() throws SQLException {
        return DriverManager.getConnection(served.httpUrl());
    }

    @Test
    void cancelGoesAWayOfItsOwn() throws SQLException {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            fill(connection, "he", 2_000);
            timer.schedule(
                    () -> {
                        statement.cancel();
                        return null;
                    },
                    300,
                    TimeUnit.MILLISECONDS);
            assertState("57014", () -> statement.executeQuery(ENDLESS));
            assertEquals(List.of("2000"), list(connection, "SELECT COUNT(*) FROM he"));
            connection.setNetworkTimeout(timer, 300);
            assertState("08006", () -> statement.executeQuery(ENDLESS));
            assertFalse(connection.isValid(1));
        } finally {
            timer.shutdownNow();
        }
    }

    @Test
    void anAbortedConnectionEndsItsSession() throws Exception {
        Connection connection = open();
        connection.setAutoCommit(false);
        Served.update(connection, "INSERT INTO ha (a) VALUES (1)");
        connection.abort(Runnable::run);
        assertTrue(connection.isClosed());
        try (Connection other = open()) {
            assertState("42P01", () -> list(other, "SELECT a FROM ha"));
        }
    }

    @Test
    void nobodyAnswersForAnotherSession() throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + served.server().httpPort() + "/v1/frames");
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[] {0, 0, 0, 6, 1, 26, 0, 0, 0, 1}));
        HttpClient client = HttpClient.newHttpClient();
        for (String session : new String[] {null, "0".repeat(48)}) {
            if (session != null) {
                request.header("Roche-Session", session);
            }
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            assertEquals(200, response.statusCode());
            String said = new String(response.body(), StandardCharsets.ISO_8859_1);
            assertTrue(said.contains(session == null ? "08P01" : "08003"), said);
            assertTrue(response.headers().firstValue("Roche-Session").isEmpty());
        }
    }

    @Test
    void optionsOfEncryptionAreTheUrls() {
        assertState("22023", () -> DriverManager.getConnection(served.httpUrl() + "?tls=verify-full"));
        String https = served.httpUrl().replace("http:", "https:");
        assertState("22023", () -> DriverManager.getConnection(https + "?tls=disable"));
        assertState("08001", () -> DriverManager.getConnection(https));
    }
}
