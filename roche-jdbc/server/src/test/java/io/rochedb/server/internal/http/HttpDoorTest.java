package io.rochedb.server.internal.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the HTTP door refuses, and what it says then. */
class HttpDoorTest {

    private final HttpClient client = HttpClient.newHttpClient();

    private static String openConnection(String name) {
        return "{\"request\":\"openConnection\",\"connectionId\":\"" + name + "\",\"info\":{}}";
    }

    private static String selectOne(String connection, int statement) {
        return "{\"request\":\"prepareAndExecute\",\"connectionId\":\"" + connection + "\",\"statementId\":" + statement
                + ",\"sql\":\"SELECT 1\",\"maxRowCount\":-1,\"maxRowsInFirstFrame\":-1}";
    }

    private HttpResponse<String> post(OpenDoor door, String path, String authorization, byte[] body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.port() + path))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(OpenDoor door, String authorization, String body) throws Exception {
        return post(door, "/", authorization, body.getBytes(StandardCharsets.UTF_8));
    }

    private HttpResponse<String> get(OpenDoor door, String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.port() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ':' + password).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void nobodyComesInWithoutTheRightPassword() throws Exception {
        try (OpenDoor door = OpenDoor.withUsers(Map.of("ann", "secret:with colon", "bob", "b"))) {
            String open = openConnection("c1");
            for (String wrong :
                    new String[] {null, basic("ann", "x"), basic("nobody", "x"), "Basic !!", "Digest a=b", "Bearer abc"
                    }) {
                HttpResponse<String> answer = post(door, wrong, open);
                assertEquals(401, answer.statusCode(), String.valueOf(wrong));
                assertTrue(answer.headers().firstValue("WWW-Authenticate").isPresent());
                assertTrue(answer.body().contains("28000"), answer.body());
            }
            assertEquals(0, door.connections());
            assertEquals(
                    200, post(door, basic("ann", "secret:with colon"), open).statusCode());
            assertEquals(1, door.connections());
        }
    }

    @Test
    void aWrongNameAndAWrongPasswordLookTheSame() throws Exception {
        try (OpenDoor door = OpenDoor.withUsers(Map.of("ann", "secret"))) {
            String open = openConnection("c1");
            assertEquals(
                    post(door, basic("ann", "x"), open).body(),
                    post(door, basic("nobody", "x"), open).body());
        }
    }

    @Test
    void guessingIsSlowedDownForTheNameAtThatAddress() throws Exception {
        try (OpenDoor door = OpenDoor.withUsers(Map.of("ann", "secret", "bob", "b"))) {
            String open = openConnection("c1");
            for (int i = 0; i < 4; i++) {
                post(door, basic("ann", "guess" + i), open);
            }
            HttpResponse<String> refused = post(door, basic("ann", "secret"), open);
            assertEquals(401, refused.statusCode());
            assertTrue(refused.body().contains("too many failed logins"), refused.body());
            assertEquals(200, post(door, basic("bob", "b"), open).statusCode());
            door.pushedMillis.addAndGet(61_000);
            assertEquals(
                    200,
                    post(door, basic("ann", "secret"), openConnection("c2")).statusCode());
        }
    }

    @Test
    void aChangedPasswordCountsAtOnce() throws Exception {
        try (OpenDoor door = OpenDoor.withUsers(Map.of("ann", "old"))) {
            assertEquals(
                    200, post(door, basic("ann", "old"), openConnection("c1")).statusCode());
            String token = post(door, "/token", basic("ann", "old"), new byte[0])
                    .body()
                    .trim();
            assertEquals(
                    200, post(door, "Bearer " + token, openConnection("c2")).statusCode());
            door.sql("ALTER USER ann PASSWORD 'new'");
            assertEquals(
                    401, post(door, basic("ann", "old"), openConnection("c3")).statusCode());
            assertEquals(
                    401, post(door, "Bearer " + token, openConnection("c4")).statusCode());
            assertEquals(
                    200, post(door, basic("ann", "new"), openConnection("c5")).statusCode());
        }
    }

    @Test
    void aTokenIsGivenForAPasswordOnly() throws Exception {
        try (OpenDoor door = OpenDoor.withUsers(Map.of("ann", "a"))) {
            String token =
                    post(door, "/token", basic("ann", "a"), new byte[0]).body().trim();
            assertEquals(
                    401, post(door, "/token", "Bearer " + token, new byte[0]).statusCode());
        }
    }

    @Test
    void requestsOfWebPagesAreNotTaken() throws Exception {
        try (OpenDoor door = OpenDoor.open()) {
            for (String header : new String[] {"Origin", "Sec-Fetch-Site"}) {
                HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.port() + "/"))
                        .header(header, "https://example.org")
                        .header("Content-Type", "text/plain")
                        .POST(HttpRequest.BodyPublishers.ofString(openConnection("c")))
                        .build();
                assertEquals(
                        403,
                        client.send(request, HttpResponse.BodyHandlers.ofString())
                                .statusCode(),
                        header);
            }
            assertEquals(0, door.connections());
        }
    }

    @Test
    void whoHasNotLoggedInHoldsNoThread() throws Exception {
        try (OpenDoor door = OpenDoor.withUsers(Map.of("ann", "a"))) {
            List<Socket> silent = new ArrayList<>();
            try {
                for (int i = 0; i < OpenDoor.SOCKETS; i++) {
                    Socket socket = new Socket("127.0.0.1", door.port());
                    silent.add(socket);
                    String path = i % 2 == 0 ? "/" : "/v1/frames";
                    socket.getOutputStream()
                            .write(("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx")
                                    .getBytes(StandardCharsets.US_ASCII));
                    socket.getOutputStream().flush();
                }
                assertEquals("live\n", get(door, "/health/live").body());
            } finally {
                for (Socket socket : silent) {
                    socket.close();
                }
            }
        }
    }

    @Test
    void aTokenEnds() throws Exception {
        try (OpenDoor door = OpenDoor.withUsers(Map.of("ann", "a"))) {
            String token =
                    post(door, "/token", basic("ann", "a"), new byte[0]).body().trim();
            door.pushedMillis.addAndGet(60_001);
            assertEquals(401, post(door, "Bearer " + token, openConnection("c")).statusCode());
        }
    }

    @Test
    void aConnectionIsItsOwnersAlone() throws Exception {
        try (OpenDoor door = OpenDoor.withUsers(Map.of("ann", "a", "bob", "b"))) {
            String ann = basic("ann", "a");
            post(door, ann, openConnection("c1"));
            String create = "{\"request\":\"createStatement\",\"connectionId\":\"c1\"}";
            assertTrue(post(door, ann, create).body().contains("\"statementId\":1"));
            HttpResponse<String> stolen = post(door, basic("bob", "b"), selectOne("c1", 1));
            assertEquals(500, stolen.statusCode());
            assertTrue(stolen.body().contains("08003"), stolen.body());
            assertEquals(200, post(door, ann, selectOne("c1", 1)).statusCode());
        }
    }

    @Test
    void aStatementOfAnotherConnectionDoesNotExist() throws Exception {
        try (OpenDoor door = OpenDoor.open()) {
            post(door, null, openConnection("c1"));
            post(door, null, openConnection("c2"));
            post(door, null, "{\"request\":\"createStatement\",\"connectionId\":\"c1\"}");
            HttpResponse<String> fetch = post(
                    door,
                    null,
                    "{\"request\":\"fetch\",\"connectionId\":\"c2\",\"statementId\":1,\"offset\":0,\"fetchMaxRowCount\":10}");
            assertTrue(fetch.body().contains("26000"), fetch.body());
        }
    }

    @Test
    void anIdleConnectionIsClosedAndSaysSo() throws Exception {
        try (OpenDoor door = OpenDoor.open();
                Connection connection = DriverManager.getConnection(
                        "jdbc:avatica:remote:url=http://127.0.0.1:" + door.port() + ";serialization=protobuf");
                Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT 1")) {
                assertTrue(row.next());
            }
            door.pushedMillis.addAndGet(60_001);
            door.closeIdle();
            assertEquals(0, door.connections());
            SQLException gone = assertThrows(SQLException.class, () -> statement.executeQuery("SELECT 1"));
            assertTrue(gone.getMessage().contains("connect again"), gone.getMessage());
        }
    }

    @Test
    void tooManyConnectionsAndTooLargeRequestsAreRefused() throws Exception {
        try (OpenDoor door = OpenDoor.open()) {
            for (int i = 0; i < OpenDoor.CONNECTIONS_MAX; i++) {
                assertEquals(200, post(door, null, openConnection("c" + i)).statusCode());
            }
            HttpResponse<String> more = post(door, null, openConnection("more"));
            assertTrue(more.body().contains("53300"), more.body());
            assertEquals(
                    413,
                    post(door, "/", null, new byte[OpenDoor.REQUEST_MAX_BYTES + 1])
                            .statusCode());
        }
    }

    @Test
    void whatIsNoRequestIsAnErrorWithoutTrace() throws Exception {
        long seed = System.nanoTime();
        System.out.println("HttpDoorTest seed " + seed);
        Random random = new Random(seed);
        try (OpenDoor door = OpenDoor.open()) {
            for (int i = 0; i < 200; i++) {
                byte[] garbage = new byte[random.nextInt(300)];
                random.nextBytes(garbage);
                if (i % 3 == 0 && garbage.length > 0) {
                    garbage[0] = '{';
                }
                HttpResponse<String> answer = post(door, "/", null, garbage);
                assertFalse(answer.body().contains("\tat "), answer.body());
                assertFalse(answer.body().contains("io.rochedb."), answer.body());
                assertTrue(answer.statusCode() == 500 || answer.statusCode() == 400, "seed " + seed);
            }
            String unknown =
                    "{\"request\":\"openConnection\",\"connectionId\":\"x\",\"info\":{\"httpclient_impl\":\"java.lang.Runtime\","
                            + "\"model\":\"/etc/passwd\",\"schemaFactory\":\"java.lang.Runtime\",\"ring\":\"docs\"}}";
            assertEquals(200, post(door, null, unknown).statusCode());
        }
    }

    @Test
    void anUnknownGalaxyLooksLikeAWrongPassword() throws Exception {
        try (OpenDoor door = OpenDoor.withUsers(Map.of("ann", "a"))) {
            HttpResponse<String> answer =
                    post(door, "/other", basic("ann", "a"), openConnection("c").getBytes(StandardCharsets.UTF_8));
            assertEquals(401, answer.statusCode());
            assertTrue(answer.body().contains("user, password or galaxy is wrong"), answer.body());
        }
    }

    @Test
    void healthNeedsNoLoginAndMetricsDo() throws Exception {
        try (OpenDoor door = OpenDoor.withUsers(Map.of("ann", "a"))) {
            assertEquals("live\n", get(door, "/health/live").body());
            assertEquals("ready\n", get(door, "/health/ready").body());
            assertEquals(401, get(door, "/metrics").statusCode());
            assertEquals(404, get(door, "/favicon.ico").statusCode());
            assertFalse(get(door, "/health/live").headers().firstValue("Server").isPresent());
        }
        try (OpenDoor door = OpenDoor.open()) {
            assertTrue(get(door, "/metrics").body().endsWith("# EOF\n"));
        }
    }
}
