package io.rochedb.jdbc.embedded.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.access.AccessCatalog;
import io.rochedb.engine.access.Role;
import io.rochedb.engine.access.User;
import io.rochedb.engine.model.RingScope;
import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a session may see and do: what its user was granted, narrowed to its ring; without a user everything, narrowed likewise.
 */
final class SessionAccess {
    private final RocheEngine engine;
    private final @Nullable String ownRing;
    /** When the user was created: one of the same name created later is another. */
    private final long createdMillis;

    private @Nullable String ring;
    private AccessCatalog looked;
    private @Nullable User user;
    private RingScope scope;

    /** Looks a user up; {@code name} is null for whoever opened the store. */
    SessionAccess(RocheEngine engine, ConnectionSettings settings, @Nullable String name) {
        this.engine = engine;
        this.ownRing = settings.text(RocheProperty.RING);
        this.ring = ownRing;
        this.looked = engine.access();
        User found = name == null ? null : looked.user(name).orElseThrow(() -> unknown(name));
        this.user = found;
        this.createdMillis = found == null ? 0 : found.createdMillis();
        this.scope = scope(found, ring);
    }

    private static RingScope scope(@Nullable User user, @Nullable String ring) {
        if (user != null) {
            return user.scope(ring);
        }
        return ring == null ? RingScope.ALL : ring.isEmpty() ? RingScope.NONE : RingScope.subtree(ring);
    }

    private static RocheException unknown(String name) {
        return new RocheException(ErrorCode.INVALID_AUTHORIZATION, "user '" + name + "' does not exist");
    }

    RingScope scope() {
        return scope;
    }

    /** Returns the ring the session is narrowed to, or null; empty for one that sees nothing. */
    @Nullable
    String ring() {
        return ring;
    }

    /** Returns the user's role, or null for whoever opened the store. */
    @Nullable
    Role role() {
        User known = user;
        return known == null ? null : known.role();
    }

    /** Returns the user's name, or null for whoever opened the store. */
    @Nullable
    String user() {
        User known = user;
        return known == null ? null : known.name();
    }

    /** Narrows the session to a ring within its own, or with null to its own. */
    void narrow(@Nullable String wanted) {
        String newRing = wanted == null ? ownRing : wanted;
        RingScope narrowed = scope(user, newRing);
        if (newRing != null && !newRing.isEmpty() && !scope(null, ownRing).sees(newRing)) {
            throw new RocheException(
                    ErrorCode.RING_NOT_ALLOWED,
                    "ring '" + newRing + "' is outside the connection's scope '" + ownRing + "'");
        }
        ring = newRing;
        scope = narrowed;
    }

    /**
     * Looks again what the user may see and do, if anything was changed since. Returns whether it is something else; {@code transaction} takes the new scope
     * before. Fails with 28000 when the user is gone.
     */
    boolean refresh(Consumer<RingScope> transaction) {
        User known = user;
        if (known == null) {
            return false;
        }
        AccessCatalog now = engine.access();
        if (now == looked) {
            return false;
        }
        User found = now.user(known.name())
                .filter(same -> same.createdMillis() == createdMillis)
                .orElseThrow(() -> unknown(known.name()));
        boolean changed = !found.equals(known);
        if (changed) {
            RingScope newScope = scope(found, ring);
            transaction.accept(newScope);
            scope = newScope;
            user = found;
        }
        looked = now;
        return changed;
    }
}
