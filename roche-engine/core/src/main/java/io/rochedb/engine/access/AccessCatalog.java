package io.rochedb.engine.access;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every user of a store with what was granted to him, after one commit. Immutable: the same object means that nothing has changed.
 *
 * <p>A store without users does not ask who somebody is; that is for whoever opened it to decide.
 */
public final class AccessCatalog {
    /** No user. */
    public static final AccessCatalog EMPTY = new AccessCatalog(Map.of(), null);

    private static final String NO_SECRET = "no secret";

    private final Map<String, User> users;
    private final @Nullable String loginSecret;

    /**
     * Makes a catalog.
     *
     * @param users the users by name
     * @param loginSecret what verifiers of unknown names are made from, or null for none yet
     */
    public AccessCatalog(Map<String, User> users, @Nullable String loginSecret) {
        this.users = Collections.unmodifiableMap(new TreeMap<>(users));
        this.loginSecret = loginSecret;
    }

    /** Returns whether there is no user. */
    public boolean isEmpty() {
        return users.isEmpty();
    }

    /** Returns the users, sorted by name. */
    public Collection<User> users() {
        return users.values();
    }

    /** Returns the user of a name. */
    public Optional<User> user(String name) {
        return Optional.ofNullable(users.get(name));
    }

    /** Returns the users by name. */
    public Map<String, User> byName() {
        return users;
    }

    /** Returns what verifiers of unknown names are made from, or null for none yet. */
    public @Nullable String loginSecret() {
        return loginSecret;
    }

    /**
     * Returns what a login by a name is checked against: for a name that no user has one that looks like any other, is the same each time, and fits no
     * password. So a login does not tell who exists.
     */
    public ScramVerifier verifier(String name) {
        byte[] secret = (loginSecret == null ? NO_SECRET : loginSecret).getBytes(StandardCharsets.UTF_8);
        ScramVerifier fake = ScramVerifier.fake(secret, name);
        User user = users.get(name);
        return user == null ? fake : user.verifier();
    }
}
