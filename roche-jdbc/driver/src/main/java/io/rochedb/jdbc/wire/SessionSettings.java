package io.rochedb.jdbc.wire;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options a client may send to a server: those of a session, and nothing of a store, a file or a class. */
public final class SessionSettings {
    private static final Set<RocheProperty> SENT = EnumSet.of(
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
            RocheProperty.STATEMENT_TIMEOUT,
            RocheProperty.QUERY_MEMORY,
            RocheProperty.TIME_ZONE,
            RocheProperty.SCHEMA);

    private SessionSettings() {}

    /** Returns what of a connection's options is sent: those that were given. */
    public static Map<RocheProperty, String> of(ConnectionSettings settings) {
        Map<RocheProperty, String> sent = new EnumMap<>(RocheProperty.class);
        for (RocheProperty property : SENT) {
            String value = settings.text(property);
            if (settings.isSet(property) && value != null) {
                sent.put(property, value);
            }
        }
        return sent;
    }

    /** Returns the option of a key that may be sent, or null. */
    public static @Nullable RocheProperty byKey(String key) {
        for (RocheProperty property : SENT) {
            if (property.key().equals(key)) {
                return property;
            }
        }
        return null;
    }
}
