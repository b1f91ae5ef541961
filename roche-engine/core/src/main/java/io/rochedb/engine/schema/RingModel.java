package io.rochedb.engine.schema;

import io.rochedb.engine.model.RingScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is declared about how rings belong together: the stellar lenses. Immutable; as one caller sees it: a lens or a member he may not see does not
 * exist.
 */
public final class RingModel {
    /** No lens. */
    public static final RingModel EMPTY = new RingModel(NameMap.empty(), NameMap.empty(), RingScope.ALL);

    private final NameMap<StellarLens> lenses;
    /** The names of the lenses each ring is a member of. */
    private final NameMap<List<String>> lensesOf;

    private final RingScope scope;

    private RingModel(NameMap<StellarLens> lenses, NameMap<List<String>> lensesOf, RingScope scope) {
        this.lenses = lenses;
        this.lensesOf = lensesOf;
        this.scope = scope;
    }

    /** Returns whether nothing is declared, to whatever caller. */
    public boolean isEmpty() {
        return lenses.size() == 0;
    }

    /** Returns the model as a caller sees it. */
    public RingModel visibleTo(RingScope caller) {
        return caller.seesAll() || isEmpty() ? this : new RingModel(lenses, lensesOf, caller);
    }

    /** Returns the lens of a name, with the members that are seen. */
    public Optional<StellarLens> lens(String name) {
        StellarLens found = scope.sees(name) ? lenses.get(name) : null;
        return found == null ? Optional.empty() : seen(found);
    }

    private Optional<StellarLens> seen(StellarLens lens) {
        if (scope.seesAll()) {
            return Optional.of(lens);
        }
        List<String> members = lens.members().stream().filter(scope::sees).toList();
        return members.isEmpty() ? Optional.empty() : Optional.of(new StellarLens(lens.name(), members));
    }

    /** Returns the lenses a ring is a member of, by name. */
    public List<StellarLens> lensesOf(String ring) {
        List<String> names = scope.sees(ring) ? lensesOf.get(ring) : null;
        List<StellarLens> found = new ArrayList<>(0);
        if (names != null) {
            names.forEach(name -> lens(name).ifPresent(found::add));
        }
        return found;
    }

    /** Returns all lenses, by name. */
    public List<StellarLens> lenses() {
        List<StellarLens> found = new ArrayList<>();
        for (StellarLens lens : lenses.sorted().values()) {
            lens(lens.name()).ifPresent(found::add);
        }
        return found;
    }

    /** Returns the model with a lens put in place of the one of its name, or without that one. */
    public RingModel with(String name, @Nullable StellarLens lens) {
        StellarLens before = lenses.get(name);
        NameMap<List<String>> of = lensesOf;
        for (String member : before == null ? List.<String>of() : before.members()) {
            if (lens == null || !lens.members().contains(member)) {
                of = changed(of, member, name, false);
            }
        }
        for (String member : lens == null ? List.<String>of() : lens.members()) {
            if (before == null || !before.members().contains(member)) {
                of = changed(of, member, name, true);
            }
        }
        return new RingModel(lenses.with(name, lens), of, scope);
    }

    private static NameMap<List<String>> changed(
            NameMap<List<String>> map, String member, String lens, boolean isMember) {
        List<String> before = map.get(member);
        TreeSet<String> names = new TreeSet<>(before == null ? List.of() : before);
        if (isMember) {
            names.add(lens);
        } else {
            names.remove(lens);
        }
        return map.with(member, names.isEmpty() ? null : List.copyOf(names));
    }
}
