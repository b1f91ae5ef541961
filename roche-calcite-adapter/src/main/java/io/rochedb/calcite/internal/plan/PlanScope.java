package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.StatementLimits;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.query.RingSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What planning one statement may look at, and what the plan turns out to depend on.
 *
 * <p>Used by one thread at a time; not kept by the plan.
 */
public final class PlanScope {
    /** What a plan was made for, as it was then. */
    public sealed interface Dependency {
        /** Returns whether it is still so. */
        boolean isCurrent(ReadView view);
    }

    /** Rings whose columns a plan was made for, and the version those columns had. */
    private record Columns(RingSelector rings, long version) implements Dependency {
        @Override
        public boolean isCurrent(ReadView view) {
            return view.columnVersion(rings) == version;
        }
    }

    /** What was declared when a plan was made. */
    private record Declared(long version) implements Dependency {
        @Override
        public boolean isCurrent(ReadView view) {
            return view.schema().version() == version;
        }
    }

    /** How many records some rings held when the order and the kinds of a plan's joins were chosen by it. */
    private static final class Size implements Dependency {
        private final RingSelector rings;
        private final long records;
        private volatile long seenVersion;

        Size(RingSelector rings, ReadView view, long records) {
            this.rings = rings;
            this.records = records;
            this.seenVersion = view.version();
        }

        @Override
        public boolean isCurrent(ReadView view) {
            long version = view.version();
            if (version == seenVersion) {
                return true;
            }
            long now = view.sizesAbout(rings).records();
            if (Math.abs(now - records) > RECORDS_APART
                    && Math.max(now, records) > FACTOR_APART * Math.min(now, records)) {
                return false;
            }
            seenVersion = version;
            return true;
        }
    }

    /** Returns whether every dependency still holds in a view. */
    public static boolean allCurrent(List<Dependency> dependencies, ReadView view) {
        for (int i = 0; i < dependencies.size(); i++) {
            if (!dependencies.get(i).isCurrent(view)) {
                return false;
            }
        }
        return true;
    }

    /** A plan is made anew when rings hold so many more or fewer records than it was made for, and so many times more or fewer. */
    private static final long RECORDS_APART = 1_000;

    private static final long FACTOR_APART = 10;

    private final String sql;
    private final ReadView view;
    private final SessionInfo session;
    private final PlannerOptions options;
    private final List<Dependency> dependencies = new ArrayList<>();
    private final List<String> views = new ArrayList<>();
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private boolean scopeSensitive;
    private boolean sessionSensitive;
    private boolean exclusive;

    public PlanScope(String sql, ReadView view, SessionInfo session, PlannerOptions options) {
        this.sql = sql;
        this.view = view;
        this.session = session;
        this.options = options;
    }

    /** Returns the text of the statement. */
    public String sql() {
        return sql;
    }

    /** Returns where names and columns are looked up. */
    public ReadView view() {
        return view;
    }

    /** Returns the session; the plan then holds only for sessions with the same user, ring and file access. */
    public SessionInfo session() {
        sessionSensitive = true;
        return session;
    }

    SessionInfo sessionUnrecorded() {
        return session;
    }

    /** Returns how large the statement may be. */
    public StatementLimits limits() {
        return session.limits();
    }

    /** Returns the schema of names without one. */
    public String defaultSchema() {
        return session.schema();
    }

    boolean sessionSensitive() {
        return sessionSensitive;
    }

    /** Records that the plan keeps rows between its steps (a recursion), so that only one statement may have it. */
    void exclusive() {
        exclusive = true;
    }

    boolean isExclusive() {
        return exclusive;
    }

    /** Asks planning to stop. Thread-safe. */
    void cancel() {
        cancelled.set(true);
    }

    AtomicBoolean cancelled() {
        return cancelled;
    }

    public PlannerOptions options() {
        return options;
    }

    /** Records that the plan holds only while the columns of these rings stay as they are. */
    public void dependsOn(RingSelector rings) {
        for (Dependency known : dependencies) {
            if (known instanceof Columns columns && columns.rings.equals(rings)) {
                return;
            }
        }
        dependencies.add(new Columns(rings, view.columnVersion(rings)));
    }

    /** Records that the plan was chosen by how many records these rings hold; it is made anew when that is grossly wrong. */
    void dependsOnSize(RingSelector rings) {
        // what another caller sees is of other sizes, and a plan must not tell of them
        dependsOnScope();
        if (dependencies.stream().noneMatch(known -> known instanceof Size size && size.rings.equals(rings))) {
            dependencies.add(new Size(rings, view, view.sizesAbout(rings).records()));
        }
    }

    /** Records that the plan holds only while no table, view or index is declared, changed or dropped: a name it uses may then mean something else. */
    public void dependsOnSchema() {
        if (dependencies.stream().noneMatch(Declared.class::isInstance)) {
            dependencies.add(new Declared(view.schema().version()));
        }
    }

    /** Returns whether the plan depends on the columns of rings, which a transaction's own writes can change. */
    boolean dependsOnColumns() {
        return dependencies.stream().anyMatch(Columns.class::isInstance);
    }

    /** Records that the plan holds only for callers who see the same rings: it names a glob or a system table. */
    public void dependsOnScope() {
        scopeSensitive = true;
    }

    /** Records that the statement names a view, itself or through another. */
    void dependsOnView(String view) {
        if (!views.contains(view)) {
            views.add(view);
        }
    }

    /** Returns the views the statement names, itself or through others. */
    public List<String> views() {
        return List.copyOf(views);
    }

    /** Returns what the plan depends on. */
    public List<Dependency> dependencies() {
        return List.copyOf(dependencies);
    }

    /** Returns whether the plan depends on the caller's scope. */
    public boolean scopeSensitive() {
        return scopeSensitive;
    }
}
