package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.engine.model.RingScope;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plans last used, by text and, for plans that depend on them, by scope and by facts of the session.
 *
 * <p>Thread-safe. Which of the two a text depends on is only known once it is planned, so a look-up tries the keys from the general to the special.
 */
final class PlanCache {
    /** Facts of a session a plan may depend on. */
    record SessionFacts(String user, @Nullable String defaultRing, boolean fileAccess, String schema) {
        static SessionFacts of(SessionInfo session) {
            return new SessionFacts(session.user(), session.defaultRing(), session.fileAccess(), session.schema());
        }
    }

    /** What a name without a schema means is part of every key. */
    private record Key(
            String sql,
            String schema,
            @Nullable RingScope scope,
            @Nullable SessionFacts session) {}

    private final Map<Key, RochePlan> plans;
    private final int capacity;

    PlanCache(int capacity) {
        this.capacity = capacity;
        this.plans = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, RochePlan> eldest) {
                return size() > PlanCache.this.capacity;
            }
        };
    }

    /** Returns a plan made for this text in this scope and session, or null. */
    @Nullable
    RochePlan find(String sql, RingScope scope, SessionInfo session) {
        if (capacity <= 0) {
            return null;
        }
        String schema = session.schema();
        synchronized (plans) {
            RochePlan plan = plans.get(new Key(sql, schema, null, null));
            if (plan == null) {
                plan = plans.get(new Key(sql, schema, scope, null));
            }
            if (plan == null) {
                SessionFacts facts = SessionFacts.of(session);
                plan = plans.get(new Key(sql, schema, null, facts));
                if (plan == null) {
                    plan = plans.get(new Key(sql, schema, scope, facts));
                }
            }
            return plan;
        }
    }

    /** Returns whether a plan is kept for this text whatever the scope and session. */
    boolean holdsForAll(String sql, SessionInfo session, RochePlan plan) {
        synchronized (plans) {
            return plans.get(new Key(sql, session.schema(), null, null)) == plan;
        }
    }

    /** Keeps a plan. */
    void put(PlanScope scope, RochePlan plan) {
        Key key = new Key(
                scope.sql(),
                scope.defaultSchema(),
                scope.scopeSensitive() ? scope.view().scope() : null,
                scope.sessionSensitive() ? SessionFacts.of(scope.sessionUnrecorded()) : null);
        synchronized (plans) {
            plans.put(key, plan);
        }
    }

    int size() {
        synchronized (plans) {
            return plans.size();
        }
    }
}
