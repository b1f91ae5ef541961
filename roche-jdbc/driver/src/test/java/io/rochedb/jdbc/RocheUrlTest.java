package io.rochedb.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.internal.RocheUrl;
import io.rochedb.jdbc.internal.remote.RemoteAddress;
import io.rochedb.jdbc.internal.remote.RemoteAddress.Host;
import io.rochedb.jdbc.internal.remote.RemoteAddress.Scheme;
import io.rochedb.jdbc.spi.StoreTarget;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RocheUrlTest {
    private static RocheUrl parse(String rest) throws SQLException {
        return RocheUrl.parse("jdbc:roche:" + rest, null);
    }

    private static SQLException refused(String rest) {
        return assertThrows(SQLException.class, () -> parse(rest));
    }

    @Test
    void readsEveryEmbeddedForm() throws SQLException {
        String home = System.getProperty("user.home");
        assertEquals(new StoreTarget.Memory(null), parse("mem:").target());
        assertEquals(new StoreTarget.Memory("a b"), parse("mem:a%20b").target());
        assertEquals(
                new StoreTarget.Directory(Path.of("/abs/dir")),
                parse("file:/abs/dir").target());
        assertEquals(
                new StoreTarget.Directory(Path.of("/abs/dir")),
                parse("file:///abs/dir").target());
        assertEquals(
                new StoreTarget.Directory(Path.of("/abs/dir")),
                parse("/abs/./dir").target());
        assertEquals(
                new StoreTarget.Directory(Path.of("rel").toAbsolutePath()),
                parse("./rel").target());
        assertEquals(
                new StoreTarget.Directory(Path.of(home, "dir")), parse("~/dir").target());
        assertEquals(
                new StoreTarget.Directory(Path.of("C:/x").toAbsolutePath()),
                parse("file:C:/x").target());
        assertEquals(
                new StoreTarget.Directory(Path.of("/a?b/ü")),
                parse("/a%3Fb/%C3%BC").target());
    }

    @Test
    void readsOptionsAndLetsPropertiesWin() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("memoryBudget", "64m");
        RocheUrl url = RocheUrl.parse(
                "jdbc:roche:mem:x?memoryBudget=2g&closeDelay=500ms&ring=tenant%2Facme&readOnly=true", properties);
        assertEquals(64L << 20, url.settings().bytes(RocheProperty.MEMORY_BUDGET, 0));
        assertEquals(500, url.settings().millis(RocheProperty.CLOSE_DELAY));
        assertEquals("tenant/acme", url.settings().text(RocheProperty.RING));
        assertTrue(url.settings().flag(RocheProperty.READ_ONLY));
        assertFalse(url.settings().flag(RocheProperty.REQUIRE_RING));
    }

    @Test
    void anEmptyRingIsKept() throws SQLException {
        assertEquals("", parse("mem:x?ring=").settings().text(RocheProperty.RING));
    }

    @Test
    void namesTheNearestKey() {
        SQLException e = refused("mem:x?memoryBuget=1g");
        assertEquals("01S00", e.getSQLState());
        assertTrue(
                e.getMessage().contains("'memoryBuget'") && e.getMessage().contains("'memoryBudget'"), e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "mem:x?nodes=many, nodes",
        "mem:x?readOnly=yes, readOnly",
        "mem:x?closeDelay=soon, closeDelay",
        "mem:x?memoryBudget=-1, memoryBudget",
        "mem:x?durability=weak, durability",
        "mem:x?readOnly, readOnly",
        "mem:x?maxScanned=99999999999999999999, maxScanned",
    })
    void namesTheKeyOfABadValue(String rest, String key) {
        SQLException e = refused(rest);
        assertEquals("22023", e.getSQLState());
        assertTrue(e.getMessage().contains(key), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mem:x?tls=verify-full",
                "mem:x?passwordFile=/x",
                "mem:x?socketTimeout=5s",
                "mem:x?timeZone=Asia/Tokyo",
                "/dir?galaxy=main",
                "mem:x?nativeDir=/x"
            })
    void refusesWhatItCannotDoYet(String rest) {
        assertEquals("0A000", refused(rest).getSQLState());
    }

    @Test
    void aDefaultOfALaterKeyIsNoError() throws SQLException {
        assertEquals("disable", parse("mem:x?tls=disable").settings().text(RocheProperty.TLS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "data", "mem", "file:", "/a%2"})
    void refusesWhatNamesNoStore(String rest) {
        SQLException e = refused(rest);
        assertEquals("08001", e.getSQLState());
        assertTrue(e instanceof SQLNonTransientConnectionException, e.toString());
    }

    @Test
    void readsEveryFormOfAServer() throws SQLException {
        assertEquals(new RemoteAddress(Scheme.TCP, List.of(new Host("h", 7301)), null), RemoteAddress.parse("//h"));
        assertEquals(
                new RemoteAddress(
                        Scheme.TCP,
                        List.of(new Host("a.b", 1), new Host("::1", 7301), new Host("fe80::1", 65_535)),
                        "main"),
                RemoteAddress.parse("//A.b:1,[::1],[fe80::1]:65535/main"));
        assertEquals(
                new RemoteAddress(Scheme.HTTPS, List.of(new Host("h", 443)), null),
                RemoteAddress.parse("https://h:443/"));
        assertEquals(
                new RemoteAddress(Scheme.HTTP, List.of(new Host("h", 8765)), null), RemoteAddress.parse("http://h"));
        assertEquals("[::1]:7301", new Host("::1", 7301).toString());
        assertEquals(
                new StoreTarget.Remote("//h:7301/ü"),
                parse("//h:7301/%C3%BC?tls=verify-full&user=u").target());
    }

    @ParameterizedTest
    @ValueSource(strings = {"//", "//:7301", "//h:0", "//h:65536", "//h:x", "//a,,b", "//::1", "//[::1", "//h/a/b"})
    void refusesWhatNamesNoServer(String rest) {
        assertEquals("08001", refused(rest).getSQLState());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//h?createIfMissing=false",
                "//h?memoryBudget=1g",
                "//h?nodes=3",
                "//h?keepAlive=true",
                "//h?timeZone=Asia/Tokyo",
                "cluster:x"
            })
    void refusesWhatAServerDecides(String rest) {
        assertEquals("0A000", refused(rest).getSQLState());
    }

    @Test
    void oneGalaxyIsNamedOnce() throws SQLException {
        assertEquals("22023", refused("//h/a?galaxy=b").getSQLState());
        assertEquals("a", parse("//h/a?galaxy=a").settings().text(RocheProperty.GALAXY));
        assertEquals("22023", refused("//h?tls=maybe").getSQLState());
    }

    @Test
    void namesHostAndPortOfAServerThatDoesNotAnswer() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        SQLException e = assertThrows(
                SQLNonTransientConnectionException.class,
                () -> DriverManager.getConnection("jdbc:roche://127.0.0.1:" + port));
        assertEquals("08001", e.getSQLState());
        assertTrue(e.getMessage().contains("127.0.0.1:" + port + " (refused)"), e.getMessage());
        SQLException unknown = assertThrows(
                SQLException.class, () -> DriverManager.getConnection("jdbc:roche://no-such-host.invalid/data"));
        assertEquals("08001", unknown.getSQLState());
        assertTrue(unknown.getMessage().contains("no-such-host.invalid:7301 (unknown host)"), unknown.getMessage());
        assertTrue(unknown.getMessage().contains("jdbc:roche:/no-such-host.invalid/data"), unknown.getMessage());
    }

    @Test
    void namesTheMissingArtifact() {
        SQLException e = assertThrows(SQLException.class, () -> DriverManager.getConnection("jdbc:roche:mem:other"));
        assertEquals("08001", e.getSQLState());
        assertTrue(e.getMessage().contains("roche-jdbc-embedded"), e.getMessage());
    }

    @Test
    void foreignUrlsAreNotOurs() throws SQLException {
        Driver driver = new RocheDriver();
        assertNull(driver.connect("jdbc:other:x", new Properties()));
        assertFalse(driver.acceptsURL("jdbc:other:x"));
        assertTrue(driver.acceptsURL("jdbc:roche:mem:"));
    }

    @Test
    void passwordsAreNeverShown() throws SQLException {
        RocheUrl url = parse("mem:x?user=u&password=secret&ring=a");
        assertEquals("jdbc:roche:mem:x?user=u&ring=a", url.displayed());
        assertFalse(url.toString().contains("secret"), url.toString());
        for (DriverPropertyInfo info : new RocheDriver().getPropertyInfo("jdbc:roche:mem:x?password=secret", null)) {
            assertFalse("secret".equals(info.value), info.name);
        }
    }

    @Test
    void everyOptionIsDescribed() throws SQLException {
        DriverPropertyInfo[] infos = new RocheDriver().getPropertyInfo("jdbc:roche:mem:", null);
        assertEquals(RocheProperty.values().length, infos.length);
        for (DriverPropertyInfo info : infos) {
            assertTrue(info.description.endsWith("."), info.name);
        }
    }

    @Test
    void unknownPropertiesWarnButMisspeltProtectionIsAnError() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("poolSpecific", "1");
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:stub", properties)) {
            SQLWarning warning = connection.getWarnings();
            assertTrue(warning.getMessage().contains("poolSpecific"), warning.getMessage());
            assertEquals("made up", warning.getNextWarning().getMessage());
        }
        Properties misspelt = new Properties();
        misspelt.setProperty("readonly", "true");
        SQLException e =
                assertThrows(SQLException.class, () -> DriverManager.getConnection("jdbc:roche:mem:stub", misspelt));
        assertEquals("01S00", e.getSQLState());
    }
}
