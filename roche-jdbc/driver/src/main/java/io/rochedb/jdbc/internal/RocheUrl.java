package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.internal.remote.RemoteAddress;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.StoreTarget;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A parsed {@code jdbc:roche:} URL with its Properties.
 *
 * @param target what it points to
 * @param settings its options; Properties win over the URL
 * @param displayed the URL without secrets
 * @param warnings what was ignored
 */
public record RocheUrl(StoreTarget target, ConnectionSettings settings, String displayed, List<String> warnings) {
    public static final String PREFIX = "jdbc:roche:";

    private static final String FORMS =
            "mem:, mem:NAME, file:/abs/dir, /abs/dir, ./dir, ~/dir or //host[:port][,host2…]/[galaxy], each with ?key=value&…";

    /** Returns whether a URL is ours. */
    public static boolean accepts(@Nullable String url) {
        return url != null && url.startsWith(PREFIX);
    }

    /** Returns whether a URL is ours and names a server. */
    static boolean isRemote(@Nullable String url) {
        return url != null && (url.startsWith(PREFIX + "//") || url.startsWith(PREFIX + "http"));
    }

    /** Parses a URL that is ours. */
    public static RocheUrl parse(String url, @Nullable Properties properties) throws SQLException {
        String rest = url.substring(PREFIX.length());
        int question = rest.indexOf('?');
        String address = question < 0 ? rest : rest.substring(0, question);
        Map<RocheProperty, String> values = new EnumMap<>(RocheProperty.class);
        StringBuilder displayed = new StringBuilder(PREFIX).append(address);
        if (question >= 0) {
            readOptions(rest.substring(question + 1), values, displayed);
        }
        List<String> warnings = new ArrayList<>();
        if (properties != null) {
            readProperties(properties, values, warnings);
        }
        StoreTarget target = target(address);
        ConnectionSettings settings;
        try {
            settings = new ConnectionSettings(values);
        } catch (IllegalArgumentException e) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, String.valueOf(e.getMessage()));
        }
        if (target instanceof StoreTarget.Remote remote) {
            checkRemote(remote, settings);
        } else {
            refuseUnavailable(target, settings);
        }
        checkTimeZone(settings);
        return new RocheUrl(target, settings, displayed.toString(), List.copyOf(warnings));
    }

    private static void readOptions(String text, Map<RocheProperty, String> values, StringBuilder displayed)
            throws SQLException {
        char separator = '?';
        for (String option : text.split("&", -1)) {
            if (option.isEmpty()) {
                continue;
            }
            int equals = option.indexOf('=');
            String key = decode(equals < 0 ? option : option.substring(0, equals));
            RocheProperty property = byKey(key);
            if (property == null) {
                throw SqlErrors.of(
                        "01S00",
                        "unknown URL key '" + key + "'; did you mean '"
                                + nearest(key).key() + "'?");
            }
            if (equals < 0) {
                throw SqlErrors.of(SqlErrors.BAD_VALUE, "URL key '" + key + "' has no value; write " + key + "=…");
            }
            values.put(property, decode(option.substring(equals + 1)));
            if (property.type() != RocheProperty.Type.SECRET) {
                displayed.append(separator).append(option);
                separator = '&';
            }
        }
    }

    private static void readProperties(Properties properties, Map<RocheProperty, String> values, List<String> warnings)
            throws SQLException {
        for (String key : properties.stringPropertyNames()) {
            String value = properties.getProperty(key);
            RocheProperty property = byKey(key);
            if (property != null) {
                values.put(property, value);
                continue;
            }
            RocheProperty near = nearest(key);
            if (near.protective() && distance(key, near.key()) <= 1) {
                throw SqlErrors.of("01S00", "unknown property '" + key + "'; did you mean '" + near.key() + "'?");
            }
            warnings.add("unknown property '" + key + "' is ignored; the nearest known one is '" + near.key() + "'");
        }
    }

    private static void refuseUnavailable(StoreTarget target, ConnectionSettings settings) throws SQLException {
        if (settings.isSet(RocheProperty.GALAXY)) {
            throw SqlErrors.notSupported("galaxy belongs to server URLs; an embedded store is one galaxy");
        }
        for (RocheProperty property : RocheProperty.values()) {
            String value = settings.text(property);
            if (!property.ofEmbedded()
                    && settings.isSet(property)
                    && !String.valueOf(value).equals(property.defaultValue())) {
                throw SqlErrors.notSupported("'" + property.key()
                        + "' is for servers or a later version; an embedded store does not take it");
            }
        }
        if (settings.isSet(RocheProperty.KEEP_ALIVE)
                && settings.flag(RocheProperty.KEEP_ALIVE)
                && !(target instanceof StoreTarget.Memory memory && memory.name() != null)) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "keepAlive is for named memory stores: jdbc:roche:mem:NAME");
        }
    }

    private static void checkRemote(StoreTarget.Remote remote, ConnectionSettings settings) throws SQLException {
        for (RocheProperty property : RocheProperty.values()) {
            String value = settings.text(property);
            if (!property.ofRemote()
                    && settings.isSet(property)
                    && !String.valueOf(value).equals(property.defaultValue())) {
                throw SqlErrors.notSupported("'" + property.key()
                        + "' is decided where the server is started; the URL of a server does not take it");
            }
        }
        RemoteAddress address;
        try {
            address = RemoteAddress.parse(remote.address());
        } catch (IllegalArgumentException e) {
            throw SqlErrors.of("08001", String.valueOf(e.getMessage()));
        }
        String galaxy = settings.text(RocheProperty.GALAXY);
        if (galaxy != null && address.galaxy() != null && !galaxy.equals(address.galaxy())) {
            throw SqlErrors.of(
                    SqlErrors.BAD_VALUE,
                    "the URL names galaxy '" + address.galaxy() + "' and the option galaxy '" + galaxy + "'");
        }
    }

    private static void checkTimeZone(ConnectionSettings settings) throws SQLException {
        String zone = settings.text(RocheProperty.TIME_ZONE);
        if (zone != null && !List.of("UTC", "Z", "GMT", "Etc/UTC").contains(zone)) {
            throw SqlErrors.notSupported("timeZone must be UTC in this version, not '" + zone + "'");
        }
    }

    private static StoreTarget target(String address) throws SQLException {
        if (address.startsWith("mem:")) {
            String name = decode(address.substring(4));
            return new StoreTarget.Memory(name.isEmpty() ? null : name);
        }
        if (address.startsWith("//") || address.startsWith("http:") || address.startsWith("https:")) {
            return new StoreTarget.Remote(decode(address));
        }
        if (address.startsWith("cluster:")) {
            throw SqlErrors.notSupported("'" + PREFIX + address + "': clusters are for a later version");
        }
        boolean file = address.startsWith("file:");
        String path = decode(file ? address.substring(5) : address);
        if (path.isEmpty()) {
            throw SqlErrors.of("08001", "the URL names no store; after " + PREFIX + " write " + FORMS);
        }
        if (file
                || path.startsWith("/")
                || path.startsWith("./")
                || path.startsWith("../")
                || path.startsWith("~/")
                || path.equals(".")
                || path.equals("~")) {
            return new StoreTarget.Directory(resolve(path));
        }
        throw SqlErrors.of(
                "08001",
                "'" + address + "' is no kind of store; for a directory write " + PREFIX + "./" + address
                        + "; the forms are " + FORMS);
    }

    private static Path resolve(String path) throws SQLException {
        try {
            String plain = path.startsWith("///") ? path.substring(2) : path;
            if (plain.equals("~") || plain.startsWith("~/")) {
                return Path.of(System.getProperty("user.home"), plain.substring(1))
                        .toAbsolutePath()
                        .normalize();
            }
            return Path.of(plain).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw SqlErrors.of("08001", "'" + path + "' is no path of this machine");
        }
    }

    static @Nullable RocheProperty byKey(String key) {
        for (RocheProperty property : RocheProperty.values()) {
            if (property.key().equals(key)) {
                return property;
            }
        }
        return null;
    }

    private static RocheProperty nearest(String key) {
        RocheProperty best = RocheProperty.USER;
        int bestDistance = Integer.MAX_VALUE;
        for (RocheProperty property : RocheProperty.values()) {
            int distance = distance(key, property.key());
            if (distance < bestDistance) {
                bestDistance = distance;
                best = property;
            }
        }
        return best;
    }

    /** Returns the number of single-character edits between two keys, case ignored. */
    private static int distance(String left, String right) {
        int[] previous = new int[right.length() + 1];
        int[] current = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                char a = Character.toLowerCase(left.charAt(i - 1));
                char b = Character.toLowerCase(right.charAt(j - 1));
                current[j] = Math.min(Math.min(previous[j], current[j - 1]) + 1, previous[j - 1] + (a == b ? 0 : 1));
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[right.length()];
    }

    /** Undoes percent-encoding; a plus sign stays a plus sign. */
    static String decode(String text) throws SQLException {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] decoded = new byte[utf8.length];
        int length = 0;
        for (int i = 0; i < utf8.length; i++) {
            if (utf8[i] != '%') {
                decoded[length++] = utf8[i];
                continue;
            }
            int high = i + 2 < utf8.length ? Character.digit(utf8[i + 1], 16) : -1;
            int low = i + 2 < utf8.length ? Character.digit(utf8[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw SqlErrors.of(
                        "08001", "'%' in a URL starts two hexadecimal digits; write %25 for the sign itself");
            }
            decoded[length++] = (byte) (high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(decoded, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw SqlErrors.of("08001", "the percent-encoded bytes of the URL are not UTF-8");
        }
    }
}
