package io.rochedb.server;

import static io.rochedb.server.Served.assertState;
import static io.rochedb.server.Served.list;
import static io.rochedb.server.Served.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in, and what those who are not learn. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoginTest {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    @TempDir
    Path directory;

    private static Served served;

    @BeforeAll
    static void start() throws SQLException {
        LoginCheck check = new LoginCheck() {
            @Override
            public void begins(String galaxy, String user, InetAddress from) {
                if (user.equals("banned")) {
                    throw new LoginRefusedException("28000", "too many wrong passwords; wait a minute");
                }
            }

            @Override
            public void ended(String galaxy, String user, InetAddress from, boolean accepted) {
                EVENTS.add(galaxy + " " + user + " " + from.isLoopbackAddress() + " " + accepted);
            }
        };
        served = Served.with(builder -> builder.loginCheck(check));
        try (Connection operator = DriverManager.getConnection(served.embeddedUrl());
                Statement statement = operator.createStatement()) {
            statement.execute("CREATE USER anna WITH PASSWORD 'pässwörd ' ROLE admin");
            statement.execute("CREATE USER rolf WITH PASSWORD 'r' ROLE reader");
            statement.execute("GRANT READ ON RING 'open/**' TO rolf");
            update(operator, "INSERT INTO records (ring, payload) VALUES ('open/a', '{}'), ('secret', '{}')");
        }
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    private static Connection login(String user, String password) throws SQLException {
        return DriverManager.getConnection(served.url(), user, password);
    }

    @Test
    void theRightPasswordLetsInWithTheUsersRights() throws SQLException {
        EVENTS.clear();
        try (Connection anna = login("anna", "pässwörd ");
                Connection rolf = login("rolf", "r")) {
            assertEquals("anna", anna.getMetaData().getUserName());
            assertEquals(List.of("2"), list(anna, "SELECT COUNT(*) FROM records"));
            assertEquals(List.of("open/a"), list(rolf, "SELECT ring FROM records"));
            SQLException e = assertThrows(
                    SQLException.class,
                    () -> update(rolf, "INSERT INTO records (ring, payload) VALUES ('open/a', '{}')"));
            assertTrue(e.getSQLState().startsWith("42") || e.getSQLState().startsWith("25"), e.getSQLState());
        }
        assertEquals(List.of("main anna true true", "main rolf true true"), EVENTS);
    }

    @Test
    void whateverIsWrongTheAnswerIsTheSame() throws SQLException {
        EVENTS.clear();
        String url = "jdbc:roche://127.0.0.1:" + served.port();
        List<SQLException> refusals = List.of(
                assertState("28000", () -> login("anna", "password")),
                assertState("28000", () -> login("nobody", "password")),
                assertState("28000", () -> login("", "password")),
                assertState("28000", () -> DriverManager.getConnection(url + "/elsewhere", "anna", "pässwörd ")));
        for (SQLException refusal : refusals) {
            assertEquals("user, password or galaxy is wrong", refusal.getMessage());
            assertTrue(refusal instanceof SQLInvalidAuthorizationSpecException, refusal.toString());
        }
        assertEquals(4, EVENTS.stream().filter(event -> event.endsWith("false")).count(), EVENTS.toString());
        assertEquals(0, served.server().sessions());
    }

    @Test
    void whoGuessesSideBySideIsAskedToWaitBeforeTheProofIsLookedAt() {
        AtomicInteger asked = new AtomicInteger();
        LoginCheck check = new LoginCheck() {
            @Override
            public void checks(String galaxy, String user, InetAddress from) {
                if (asked.incrementAndGet() == 1) {
                    throw new LoginRefusedException("28000", "others have guessed meanwhile");
                }
            }
        };
        try (Served own = Served.with(builder -> builder.loginCheck(check))) {
            SQLException e =
                    assertState("28000", () -> DriverManager.getConnection(own.url(), "anna", "whatever it is"));
            assertEquals("others have guessed meanwhile", e.getMessage());
        }
    }

    @Test
    void aPasswordIsAskedForAndMayBeInAFile() throws Exception {
        SQLException e = assertState("28000", served::connect);
        assertTrue(e.getMessage().contains("passwordFile"), e.getMessage());
        Path file = directory.resolve("secret");
        Files.writeString(file, "pässwörd \nsecond line\n");
        try (Connection connection = served.connect("user=anna&passwordFile=" + file)) {
            assertEquals(List.of("1"), list(connection, "VALUES 1"));
        }
        assertState("22023", () -> served.connect("user=anna&passwordFile=" + directory.resolve("missing")));
    }

    @Test
    void theWatchMayRefuseBeforeAPasswordIsLookedAt() {
        SQLException e = assertState("28000", () -> login("banned", "x"));
        assertEquals("too many wrong passwords; wait a minute", e.getMessage());
    }

    @Test
    void aUserThatIsDroppedIsLetInNoMore() throws SQLException {
        try (Connection anna = login("anna", "pässwörd ");
                Statement statement = anna.createStatement()) {
            statement.execute("CREATE USER shortlived WITH PASSWORD 's' ROLE reader");
            login("shortlived", "s").close();
            statement.execute("DROP USER shortlived");
        }
        assertState("28000", () -> login("shortlived", "s"));
    }

    @Test
    void insecureLocalIsForThisMachineOnly() throws Exception {
        InetAddress any = InetAddress.getByName("0.0.0.0");
        assertThrows(
                IllegalArgumentException.class,
                () -> Served.with(builder -> builder.insecureLocal().listen(any)));
    }
}
