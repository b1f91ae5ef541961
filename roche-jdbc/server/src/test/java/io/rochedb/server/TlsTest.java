package io.rochedb.server;

import static io.rochedb.server.Served.assertState;
import static io.rochedb.server.Served.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections: what is checked in each mode, and what a mismatch of the two ends says. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    static Path directory;

    private static Served served;
    private static SSLContext context;
    private static Path pem;
    private static Path store;

    @BeforeAll
    static void start() throws Exception {
        Path own = directory.resolve("server.p12");
        store = directory.resolve("trusted.p12");
        pem = directory.resolve("server.pem");
        keytool("-genkeypair -keyalg EC -validity 2 -dname CN=localhost -ext SAN=dns:localhost -storetype PKCS12", own);
        keytool("-exportcert -rfc -file " + pem, own);
        keytool("-importcert -noprompt -storetype PKCS12 -file " + pem, store);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(own)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        served = Served.with(builder -> builder.insecureLocal()
                .tcp(TcpOptions.DEFAULT.withPort(0).withTls(context))
                .http(HttpOptions.DEFAULT.withPort(0).withTls(context)));
    }

    private static void keytool(String arguments, Path keystore) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(List.of("-alias", "server", "-keystore", keystore.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0, said);
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    private static Connection connect(String host, String options) throws SQLException {
        return DriverManager.getConnection("jdbc:roche://" + host + ":" + served.port() + "?" + options);
    }

    @Test
    void aTrustedCertificateOfTheHostIsTaken() throws SQLException {
        for (String trust :
                new String[] {"trustStore=" + pem, "trustStore=" + store + "&trustStorePassword=" + PASSWORD}) {
            try (Connection connection = connect("localhost", "tls=verify-full&" + trust)) {
                assertEquals(List.of("1"), list(connection, "VALUES 1"));
            }
        }
    }

    @Test
    void theHostIsCheckedByVerifyFullOnly() throws SQLException {
        SQLException e = assertState("08001", () -> connect("127.0.0.1", "tls=verify-full&trustStore=" + pem));
        assertTrue(e.getMessage().contains("127.0.0.1"), e.getMessage());
        try (Connection connection = connect("127.0.0.1", "tls=verify-ca&trustStore=" + pem)) {
            assertEquals(List.of("1"), list(connection, "VALUES 1"));
        }
    }

    @Test
    void theSameHoldsOverHttps() throws SQLException {
        String port = ":" + served.server().httpPort() + "/main?";
        String trust = "trustStore=" + pem;
        for (String good : List.of("localhost" + port + trust, "127.0.0.1" + port + "tls=verify-ca&" + trust)) {
            try (Connection connection = DriverManager.getConnection("jdbc:roche:https://" + good)) {
                assertEquals(List.of("1"), list(connection, "VALUES 1"));
            }
        }
        for (String bad : List.of("127.0.0.1" + port + trust, "127.0.0.1" + port + "tls=verify-ca")) {
            assertState("08001", () -> DriverManager.getConnection("jdbc:roche:https://" + bad));
        }
    }

    @Test
    void anUnknownCertificateIsRefused() {
        SQLException e = assertState("08001", () -> connect("localhost", "tls=verify-full"));
        assertTrue(e.getMessage().contains("TLS"), e.getMessage());
    }

    @Test
    void aClientWithoutTlsIsToldSo() {
        SQLException e = assertState("08001", () -> connect("localhost", "tls=disable"));
        assertTrue(e.getMessage().contains("TLS"), e.getMessage());
    }

    @Test
    void aServerWithoutTlsIsNamed() {
        try (Served plain = Served.open()) {
            String url = "jdbc:roche://localhost:" + plain.port() + "?tls=verify-ca&trustStore=" + pem;
            SQLException e = assertState("08001", () -> DriverManager.getConnection(url));
            assertTrue(e.getMessage().contains("TLS"), e.getMessage());
        }
    }

    @Test
    void aTrustStoreThatCannotBeReadIsNamed() {
        assertState("22023", () -> connect("localhost", "tls=verify-full&trustStore=" + directory.resolve("none")));
        assertState("22023", () -> connect("localhost", "trustStore=" + pem));
    }

    @Test
    void aFarewellIsHeardBeforeAWriteIsSent() throws Exception {
        try (Served own = Served.with(builder -> builder.insecureLocal()
                        .tcp(TcpOptions.DEFAULT.withPort(0).withTls(context)));
                Connection connection = DriverManager.getConnection(
                        "jdbc:roche://localhost:" + own.port() + "?tls=verify-full&trustStore=" + pem)) {
            list(connection, "VALUES 1");
            own.server().close();
            Thread.sleep(150);
            SQLException e = assertState("08006", () -> Served.update(connection, "INSERT INTO e (n) VALUES (2)"));
            assertTrue(e.getMessage().contains("the server is stopping"), e.getMessage());
        }
    }

    @Test
    void whatNobodyWaitsForIsStopped() throws Exception {
        String endless = "SELECT COUNT(*) FROM e a, e b, e c, e d WHERE a.n + b.n + c.n + d.n < 0";
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()));
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust.getTrustManagers(), null);
        try (Connection witness = connect("localhost", "tls=verify-full&trustStore=" + pem)) {
            Served.fill(witness, "e", 2_000);
            // one says that it goes, one is killed
            for (boolean politely : new boolean[] {true, false}) {
                Socket raw = new Socket(InetAddress.getLoopbackAddress(), served.port());
                Socket secured = trusting.getSocketFactory().createSocket(raw, "localhost", served.port(), true);
                RawClient client = new RawClient(secured);
                client.login();
                client.execute(endless, 1_000);
                Served.await(() -> queries(witness) == 2);
                (politely ? secured : raw).close();
                Served.await(() -> queries(witness) == 1 && served.server().sessions() == 1);
            }
        }
    }

    private static int queries(Connection connection) {
        try {
            return Integer.parseInt(
                    list(connection, "SELECT COUNT(*) FROM sys.queries").get(0));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
