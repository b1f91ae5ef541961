package io.rochedb.server.internal;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Options a client may set for its own session: none that names a file, a class or an address, and none that is the store's. */
public final class SessionOptions {
    private static final Set<RocheProperty> OWN = EnumSet.of(
            RocheProperty.RING,
            RocheProperty.READ_ONLY,
            RocheProperty.DURABILITY,
            RocheProperty.FETCH_SIZE,
            RocheProperty.APPLICATION_NAME,
            RocheProperty.MAX_SCANNED,
            RocheProperty.MAX_TOKENS,
            RocheProperty.REQUIRE_RING,
            RocheProperty.MAX_STATEMENT_LENGTH,
            RocheProperty.MAX_EXPRESSION_DEPTH,
            RocheProperty.MAX_IN_LIST_SIZE,
            RocheProperty.PLANNING_TIMEOUT,
            RocheProperty.QUERY_MEMORY,
            RocheProperty.TIME_ZONE,
            RocheProperty.SCHEMA,
            RocheProperty.METADATA_RING_LIMIT);

    private SessionOptions() {}

    /**
     * Returns the settings of a session: of what a client sent only what is a session's, and of the limits the smaller of its wish and the server's.
     * What else it sent is ignored: clients of other makers send their own options along.
     *
     * @throws IllegalArgumentException naming an option whose value is wrong
     */
    public static ConnectionSettings of(String user, Map<String, String> sent, Map<RocheProperty, String> limits) {
        EnumMap<RocheProperty, String> values = new EnumMap<>(RocheProperty.class);
        values.putAll(limits);
        values.put(RocheProperty.USER, user);
        for (RocheProperty property : OWN) {
            String value = sent.get(property.key());
            if (value != null) {
                values.put(property, bounded(property, value, limits));
            }
        }
        return new ConnectionSettings(values);
    }

    private static String bounded(RocheProperty property, String wish, Map<RocheProperty, String> limits) {
        String limit = limits.get(property);
        if (limit == null) {
            return wish;
        }
        ConnectionSettings wished = new ConnectionSettings(Map.of(property, wish));
        ConnectionSettings allowed = new ConnectionSettings(Map.of(property, limit));
        boolean smaller = switch (property.type()) {
            case BYTES -> wished.bytes(property, 0) <= allowed.bytes(property, 0);
            case NUMBER -> wished.number(property, 0) <= allowed.number(property, 0);
            case DURATION -> wished.millis(property) <= allowed.millis(property);
            case FLAG -> !allowed.flag(property);
            case TEXT, SECRET -> false;
        };
        return smaller ? wish : limit;
    }
}
