package io.rochedb.server;

import io.rochedb.jdbc.spi.SettingText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A checked configuration of a server. Immutable.
 *
 * <p>Made from texts by key: those of {@link ServerKey}, and {@code galaxy.NAME} for the directory of the store of that name. What is wrong is an
 * {@link IllegalArgumentException} that names key, value and what would be right.
 */
public final class ServerConfig {
    private static final String GALAXY = "galaxy.";
    private static final String NONE = "none";
    private static final int PORT_MAX = 65_535;

    private final Map<ServerKey, String> values = new EnumMap<>(ServerKey.class);
    private final Map<String, Path> galaxies = new LinkedHashMap<>();
    private final Path base;

    private ServerConfig(Path base) {
        this.base = base;
    }

    /**
     * Checks a configuration.
     *
     * @param texts values by key
     * @param base the directory relative paths begin at
     */
    public static ServerConfig of(Map<String, String> texts, Path base) {
        ServerConfig config = new ServerConfig(base);
        new TreeMap<>(texts).forEach(config::put);
        config.check();
        return config;
    }

    private void put(String key, String value) {
        if (key.startsWith(GALAXY)) {
            String name = key.substring(GALAXY.length());
            if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
                throw new IllegalArgumentException(
                        "the galaxy of '" + key + "' has no good name; use letters, digits, - and _");
            }
            galaxies.put(name, path(value));
            return;
        }
        for (ServerKey known : ServerKey.values()) {
            if (known.key().equals(key)) {
                check(known, value);
                values.put(known, value);
                return;
            }
        }
        throw new IllegalArgumentException("unknown key '" + key + "'");
    }

    private static void check(ServerKey key, String value) {
        if (!key.choices().isEmpty() && !key.choices().contains(value)) {
            throw wrong(key, value, "one of " + String.join(", ", key.choices()));
        }
        switch (key.type()) {
            case PORT -> port(key, value);
            case NUMBER, BYTES, DURATION -> parse(key, value);
            case TEXT, FLAG -> {}
        }
    }

    private void check() {
        if (galaxies.isEmpty()) {
            throw new IllegalArgumentException("there is no store to serve: give --data DIR, or galaxy.NAME=DIR");
        }
        if (tcpPort().isEmpty() && httpPort().isEmpty()) {
            throw new IllegalArgumentException("both doors are closed: give tcpPort or httpPort a port");
        }
        InetAddress address = listen();
        String tls = text(ServerKey.TLS);
        if (!address.isLoopbackAddress() && tls == null) {
            throw new IllegalArgumentException("listen=" + text(ServerKey.LISTEN)
                    + " lets other machines in: give a certificate and tls=require, or say tls=off");
        }
        if (flag(ServerKey.INSECURE_LOCAL) && !address.isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "insecureLocal is for loopback only, not for listen=" + text(ServerKey.LISTEN));
        }
        boolean pem = text(ServerKey.TLS_CERTIFICATE_FILE) != null && text(ServerKey.TLS_KEY_FILE) != null;
        boolean store = text(ServerKey.TLS_KEY_STORE) != null;
        if ("require".equals(tls) && !pem && !store) {
            throw new IllegalArgumentException(
                    "tls=require needs tlsCertificateFile and tlsKeyFile, or tlsKeyStore with tlsKeyStorePasswordFile");
        }
    }

    /** Returns the directories of the stores by name, in order of the names. */
    public Map<String, Path> galaxies() {
        return Map.copyOf(galaxies);
    }

    /** Returns the address both doors listen on. */
    public InetAddress listen() {
        String text = String.valueOf(text(ServerKey.LISTEN));
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw wrong(ServerKey.LISTEN, text, "an address of this machine, or 0.0.0.0 for all");
        }
    }

    public OptionalInt tcpPort() {
        return port(ServerKey.TCP_PORT, String.valueOf(text(ServerKey.TCP_PORT)));
    }

    public OptionalInt httpPort() {
        return port(ServerKey.HTTP_PORT, String.valueOf(text(ServerKey.HTTP_PORT)));
    }

    /** Returns whether clients must encrypt. */
    public boolean tls() {
        return "require".equals(text(ServerKey.TLS));
    }

    /** Returns the value, or the default, or null when there is neither. */
    public @Nullable String text(ServerKey key) {
        String value = values.get(key);
        return value != null ? value : key.defaultValue();
    }

    /** Returns the path a value names, or null when there is none. */
    public @Nullable Path path(ServerKey key) {
        String value = text(key);
        return value == null ? null : path(value);
    }

    private Path path(String text) {
        String home = System.getProperty("user.home", "");
        return base.resolve(text.startsWith("~/") ? home + text.substring(1) : text)
                .toAbsolutePath()
                .normalize();
    }

    public boolean flag(ServerKey key) {
        return "true".equals(text(key));
    }

    /** Returns a number that has a default. */
    public long number(ServerKey key) {
        return parse(key, String.valueOf(text(key)));
    }

    /** Returns a size in bytes, when there is one. */
    public OptionalLong bytes(ServerKey key) {
        String value = text(key);
        return value == null ? OptionalLong.empty() : OptionalLong.of(parse(key, value));
    }

    /** Returns a time that has a default. */
    public Duration duration(ServerKey key) {
        return Duration.ofMillis(parse(key, String.valueOf(text(key))));
    }

    private static OptionalInt port(ServerKey key, String value) {
        if (value.equals(NONE)) {
            return OptionalInt.empty();
        }
        long port = parse(key, value);
        if (port > PORT_MAX) {
            throw wrong(key, value, "a port up to " + PORT_MAX + ", or none");
        }
        return OptionalInt.of((int) port);
    }

    private static long parse(ServerKey key, String value) {
        OptionalLong read = switch (key.type()) {
            case NUMBER, PORT -> SettingText.number(value);
            case BYTES -> SettingText.bytes(value);
            case DURATION -> SettingText.millis(value);
            case TEXT, FLAG -> OptionalLong.empty();
        };
        boolean mayBeZero = key.type() == ServerKey.Type.PORT || key.type() == ServerKey.Type.DURATION;
        if (read.isPresent() && (mayBeZero || read.getAsLong() > 0)) {
            return read.getAsLong();
        }
        String expected = switch (key.type()) {
            case PORT -> "a port, or none";
            case BYTES -> "a size such as 512m or 4g";
            case DURATION -> "a duration such as 500ms, 10s, 2m or 1h";
            case NUMBER, TEXT, FLAG -> "a whole number, greater than 0";
        };
        throw wrong(key, value, expected);
    }

    private static IllegalArgumentException wrong(ServerKey key, String value, String expected) {
        return new IllegalArgumentException(key.key() + " must be " + expected + ", not '" + value + "'");
    }
}
