package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.schema.SchemaEdit;
import io.rochedb.engine.internal.schema.SchemaEdit.RingAction;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.RingSelector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Applies DDL statements to rings; every method but {@link #ends}, {@link #existing} and {@link #hasEnded} is called under the commit lock. */
final class RingDdl {
    private final Catalog catalog;
    private final RingWriter writer;
    /** What older snapshots may still read of dropped and emptied rings, oldest first. */
    private final Deque<Ended> ended = new ArrayDeque<>();

    private volatile boolean anyEnded;

    /** Rings that one commit dropped or emptied, and what keeps their records on disk for those who have not read them in. */
    private record Ended(long version, List<RingState> rings, RingLoader.@Nullable Pinned pin) {}

    RingDdl(Catalog catalog, RingWriter writer) {
        this.catalog = catalog;
        this.writer = writer;
    }

    /** Returns whether what is declared is what the edit was worked out against. */
    boolean isCurrent(SchemaEdit edit) {
        return catalog.schemas().newest() == edit.base();
    }

    /** Checks what must still be so; false when the edit is to be worked out again. */
    boolean check(SchemaEdit edit) {
        if (!isCurrent(edit)) {
            return false;
        }
        for (Map.Entry<String, Boolean> name : edit.freeNames().entrySet()) {
            RingState ring = catalog.byName(name.getKey());
            boolean mayBeEmpty = name.getValue();
            if (ring != null && ring.exists() && (!mayBeEmpty || ring.recordsNow() > 0)) {
                return false;
            }
        }
        for (RingAction action : edit.actions()) {
            if (action instanceof RingAction.Create create) {
                writer.missing(catalog.obtain(create.ring()));
            } else if (action instanceof RingAction.Drop drop && !drop.keepParents()) {
                requireNoChildren(drop.glob());
            }
        }
        return true;
    }

    /** Returns the rings that exist now, by name. */
    List<RingState> existing(String glob) {
        return catalog.byName(new RingSelector.Glob(glob), RingScope.ALL, RingState::exists);
    }

    /** Returns those of some rings that have rings below them which are not among them. */
    private Set<RingState> parents(List<RingState> rings, String glob) {
        Set<RingState> going = new HashSet<>(rings);
        Set<RingState> parents = new LinkedHashSet<>();
        // Whatever lies below a ring that matches begins as the glob does before its first star.
        int star = glob.indexOf('*');
        String fixed = star < 0 ? glob : glob.substring(0, Math.max(0, star - 1));
        for (RingState ring : existing(fixed.isEmpty() ? "**" : fixed + "/**")) {
            String name = RingNames.parent(ring.name());
            RingState parent = name == null ? null : catalog.byName(name);
            if (parent != null && going.contains(parent) && !going.contains(ring)) {
                parents.add(parent);
            }
        }
        return parents;
    }

    private void requireNoChildren(String glob) {
        for (RingState parent : parents(existing(glob), glob)) {
            throw new RocheException(
                    ErrorCode.DEPENDENT_OBJECTS,
                    "ring '" + parent.name() + "' has rings below it; DROP RING '" + parent.name()
                            + "/**' drops it with them");
        }
    }

    /** Returns the rings that an edit ends, each with whether it is dropped, not only emptied. */
    Map<RingState, Boolean> ends(SchemaEdit edit) {
        Map<RingState, Boolean> ends = new LinkedHashMap<>();
        for (RingAction action : edit.actions()) {
            if (action instanceof RingAction.Drop drop) {
                List<RingState> rings = existing(drop.glob());
                Set<RingState> kept = parents(rings, drop.glob());
                rings.forEach(ring -> ends.put(ring, !kept.contains(ring)));
            } else if (action instanceof RingAction.Truncate truncate) {
                existing(truncate.glob()).forEach(ring -> ends.putIfAbsent(ring, false));
            }
        }
        return ends;
    }

    /** Pins what is on disk for those who have yet to read in a ring that ends; null when all are in memory. */
    private static RingLoader.@Nullable Pinned pin(Set<RingState> rings) {
        RingLoader.Pinned pin = null;
        for (RingState ring : rings) {
            Incarnation ending = ring.newest();
            if (!ending.table().isWhole()) {
                pin = pin == null ? ending.onDisk().pin() : pin;
                ending.loadFrom(pin);
            }
        }
        return pin;
    }

    /** Applies a checked edit. */
    void apply(SchemaEdit edit, long version, long now, @Nullable Commit commit) {
        Map<RingState, Boolean> ends = ends(edit);
        if (!ends.isEmpty()) {
            ended.addLast(new Ended(version, List.copyOf(ends.keySet()), pin(ends.keySet())));
            anyEnded = true;
        }
        catalog.declare(edit.catalog(version), edit.globs());
        ends.forEach((ring, drop) -> writer.end(ring, drop, version, now, commit));
        Set<RingState> changed = new LinkedHashSet<>(ends.keySet());
        for (RingAction action : edit.actions()) {
            if (action instanceof RingAction.Create create) {
                changed.addAll(writer.create(catalog.obtain(create.ring()), version, now));
            }
        }
        if (commit != null) {
            commit.declare(edit.entries());
            for (RingState ring : changed) {
                commit.add(writer.part(ring, List.of(), true, false));
            }
        }
    }

    /** Returns whether something may have to be forgotten. */
    boolean hasEnded() {
        return anyEnded;
    }

    /** Gives up what dropped and emptied rings held and nobody at or after the version reads. */
    void forget(long oldestVersion) {
        while (!ended.isEmpty() && ended.getFirst().version() <= oldestVersion) {
            Ended one = ended.removeFirst();
            one.rings().forEach(ring -> ring.forgetBefore(oldestVersion));
            if (one.pin() != null) {
                one.pin().close();
            }
        }
        anyEnded = !ended.isEmpty();
    }
}
