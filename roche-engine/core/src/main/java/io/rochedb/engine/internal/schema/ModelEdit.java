package io.rochedb.engine.internal.schema;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.schema.RingModel;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.StellarLens;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The part of a {@link SchemaEdit} that is about how rings belong together. Used by one thread. */
final class ModelEdit {
    private final RingScope scope;
    private final SchemaEdit.Rings rings;
    private final Consumer<SchemaEntry> store;
    private final Consumer<String> create;
    private RingModel model;

    /** Begins with what there is; {@code store} is told what is to be stored, {@code create} which rings have to exist. */
    ModelEdit(
            RingModel base,
            RingScope scope,
            SchemaEdit.Rings rings,
            Consumer<SchemaEntry> store,
            Consumer<String> create) {
        this.model = base;
        this.scope = scope;
        this.rings = rings;
        this.store = store;
        this.create = create;
    }

    RingModel model() {
        return model;
    }

    /** Returns whether a change is about nothing else. */
    static boolean isAbout(SchemaChange change) {
        return change instanceof SchemaChange.AttachStellar || change instanceof SchemaChange.DetachStellar;
    }

    /** Works a change out; false when it is about something else. */
    boolean apply(SchemaChange change) {
        if (change instanceof SchemaChange.AttachStellar attach) {
            attach(RingNames.canonical(attach.lens()), RingNames.canonical(attach.ring()));
        } else if (change instanceof SchemaChange.DetachStellar detach) {
            detach(RingNames.canonical(detach.lens()), RingNames.canonical(detach.ring()));
        } else {
            return false;
        }
        return true;
    }

    private void attach(String name, String ring) {
        requireWritable(name);
        if (name.equals(ring)) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER, "ring '" + ring + "' cannot be a member of the lens of its own name");
        }
        boolean there = rings.exists(ring) && scope.sees(ring);
        if (!there) {
            requireWritable(ring);
        }
        StellarLens before = model.lens(name).orElse(null);
        List<String> members = new ArrayList<>(before == null ? List.of() : before.members());
        if (members.contains(ring)) {
            return;
        }
        if (members.size() >= StellarLens.MEMBERS_MAX) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "lens '" + name + "' has " + members.size() + " members, which is the most there can be");
        }
        members.add(ring);
        put(name, members);
        create.accept(name);
        create.accept(ring);
    }

    private void detach(String name, String ring) {
        requireWritable(name);
        StellarLens before = model.lens(name).orElse(null);
        if (before == null || !before.members().contains(ring) || !scope.sees(ring)) {
            throw new RocheException(
                    ErrorCode.UNDEFINED_OBJECT,
                    "ring '" + ring + "' is no member of lens '" + name + "'; sys.stellar lists the members");
        }
        List<String> members = new ArrayList<>(before.members());
        members.remove(ring);
        put(name, members);
    }

    /** Forgets rings that are dropped: lenses of their names, and memberships in whatever lens, seen here or not. */
    void dropped(String glob) {
        if (model.isEmpty()) {
            return;
        }
        Predicate<String> gone = RingSelectors.compile(new RingSelector.Glob(glob));
        for (StellarLens lens : model.lenses()) {
            if (gone.test(lens.name())) {
                put(lens.name(), List.of());
            } else if (lens.members().stream().anyMatch(gone)) {
                put(lens.name(), lens.members().stream().filter(gone.negate()).toList());
            }
        }
    }

    private void put(String name, List<String> members) {
        @Nullable StellarLens lens = members.isEmpty() ? null : new StellarLens(name, members);
        model = model.with(name, lens);
        store.accept(new SchemaEntry(SchemaEntry.Kind.LENS, name, lens == null ? null : ModelCodec.write(lens)));
    }

    /** The same for a ring that does not exist and for one that may not be seen. */
    private void requireWritable(String ring) {
        if (!scope.writes(ring)) {
            throw new RocheException(
                    ErrorCode.RING_NOT_ALLOWED,
                    scope.sees(ring)
                            ? "ring '" + ring + "' may be read here, but not written"
                            : "ring '" + ring + "' does not exist or may not be written");
        }
    }
}
