package io.rochedb.server.internal;

import io.rochedb.engine.access.ScramVerifier;
import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.embedded.Principal;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.wire.Scram;
import io.rochedb.server.LoginRefusedException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The stores a server gives sessions of, by name, and who may have one. Thread-safe.
 */
public final class Galaxies {
    /** The galaxy of who names none. */
    public static final String DEFAULT = "main";

    /** What a login is told that fails, whatever was wrong. */
    public static final String WRONG_LOGIN = "user, password or galaxy is wrong";

    private final Map<String, EmbeddedStore> stores;
    private final boolean open;
    private final long queryMemoryMax;
    private final long statementMillisMax;
    private final Map<RocheProperty, String> defaults;

    /**
     * Creates the table of a server's stores.
     *
     * @param open whether everybody is let in as the operator
     * @param queryMemoryMax the most a session may set for the memory of a statement
     * @param statementMillisMax the most a session may set for the time of a statement; 0 for any time
     * @param defaults options of sessions whose client sets none
     */
    public Galaxies(
            Map<String, EmbeddedStore> stores,
            boolean open,
            long queryMemoryMax,
            long statementMillisMax,
            Map<RocheProperty, String> defaults) {
        if (stores.isEmpty()) {
            throw new IllegalArgumentException("a server has at least one galaxy");
        }
        // in order of the names: what is told of a galaxy that is not there must not change from start to start
        this.stores = Collections.unmodifiableMap(new TreeMap<>(stores));
        this.open = open;
        this.queryMemoryMax = queryMemoryMax;
        this.statementMillisMax = statementMillisMax;
        this.defaults = Map.copyOf(defaults);
    }

    /** Returns whether nobody has to prove who he is. */
    public boolean isOpen() {
        return open;
    }

    /** Returns the name meant by who gives a name or none. */
    public String name(@Nullable String given) {
        return given != null
                ? given
                : stores.size() == 1 ? stores.keySet().iterator().next() : DEFAULT;
    }

    /** Returns the name of the galaxy whose users may ask about the server as a whole: the default one, or the first. */
    public String nameOfAny() {
        return stores.containsKey(DEFAULT)
                ? DEFAULT
                : stores.keySet().iterator().next();
    }

    private EmbeddedStore store(String galaxy) {
        EmbeddedStore store = stores.get(galaxy);
        if (store == null) {
            throw open
                    ? new LoginRefusedException(
                            "3D000",
                            "galaxy '" + galaxy + "' does not exist; there are " + String.join(", ", stores.keySet()))
                    : wrongLogin();
        }
        return store;
    }

    /** Returns the refusal of a login, which does not tell what was wrong. */
    public static LoginRefusedException wrongLogin() {
        return new LoginRefusedException("28000", WRONG_LOGIN);
    }

    /** Returns what a login is checked against; where there is no such user or galaxy, one that no password fits. */
    public Scram.Verifier verifier(String galaxy, String user) {
        EmbeddedStore store = stores.get(galaxy);
        ScramVerifier verifier = store != null
                ? store.verifier(user)
                : stores.values().iterator().next().verifier("\0" + galaxy + "\0" + user);
        return new Scram.Verifier(verifier.salt(), verifier.iterations(), verifier.storedKey(), verifier.serverKey());
    }

    /** Opens a session of a user who has proved who he is, or who need not. */
    public Session session(String galaxy, String user, Map<RocheProperty, String> options) {
        EmbeddedStore store = store(galaxy);
        Map<RocheProperty, String> all = new EnumMap<>(RocheProperty.class);
        all.putAll(defaults);
        all.putAll(options);
        if (!user.isEmpty()) {
            all.put(RocheProperty.USER, user);
        }
        ConnectionSettings settings = checked(all);
        if (open) {
            return store.session(settings);
        }
        Optional<Principal> principal = store.principal(user);
        return store.session(settings, principal.orElseThrow(Galaxies::wrongLogin));
    }

    /** Reads what a client asks for; more than the server allows becomes what it allows. */
    private ConnectionSettings checked(Map<RocheProperty, String> options) {
        try {
            ConnectionSettings asked = new ConnectionSettings(options);
            if (!asked.isSet(RocheProperty.QUERY_MEMORY)
                    || asked.bytes(RocheProperty.QUERY_MEMORY, queryMemoryMax) > queryMemoryMax) {
                options.put(RocheProperty.QUERY_MEMORY, Long.toString(queryMemoryMax));
            }
            long millis = asked.millis(RocheProperty.STATEMENT_TIMEOUT);
            if (statementMillisMax > 0 && (millis == 0 || millis > statementMillisMax)) {
                options.put(RocheProperty.STATEMENT_TIMEOUT, statementMillisMax + "ms");
            }
            return new ConnectionSettings(options);
        } catch (IllegalArgumentException e) {
            throw new LoginRefusedException("22023", String.valueOf(e.getMessage()));
        }
    }

    /** Returns what explains failures of a galaxy's sessions. */
    public Connector connector(String galaxy) {
        EmbeddedStore store = stores.get(galaxy);
        return (store != null ? store : stores.values().iterator().next()).connector();
    }
}
