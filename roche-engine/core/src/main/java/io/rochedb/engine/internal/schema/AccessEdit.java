package io.rochedb.engine.internal.schema;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.access.AccessCatalog;
import io.rochedb.engine.access.Privilege;
import io.rochedb.engine.access.RingGrant;
import io.rochedb.engine.access.Role;
import io.rochedb.engine.access.ScramVerifier;
import io.rochedb.engine.access.User;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.SchemaChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The part of a {@link SchemaEdit} that is about users and grants. Used by one thread. */
final class AccessEdit {
    private static final String SECRET_NAME = "login";

    private final Map<String, User> users;
    private final Consumer<SchemaEntry> store;
    private final AccessCatalog base;
    private @Nullable String secret;
    private boolean changed;

    /** Begins with what there is; {@code store} is told what is to be stored. */
    AccessEdit(AccessCatalog base, Consumer<SchemaEntry> store) {
        this.base = base;
        this.users = new TreeMap<>(base.byName());
        this.secret = base.loginSecret();
        this.store = entry -> {
            changed = true;
            store.accept(entry);
        };
    }

    /** Returns the catalog after it: the same when nothing was changed. */
    AccessCatalog catalog() {
        return changed ? new AccessCatalog(users, secret) : base;
    }

    /** Works a change out; false when it is not about users. */
    boolean apply(SchemaChange change, RingScope scope) {
        if (change instanceof SchemaChange.KeepLoginSecret keep) {
            keep(keep.secret());
        } else if (change instanceof SchemaChange.CreateUser create) {
            create(create.user());
        } else if (change instanceof SchemaChange.AlterUser alter) {
            alter(alter.name(), alter.verifier(), alter.role());
        } else if (change instanceof SchemaChange.DropUser drop) {
            drop(drop.name());
        } else if (change instanceof SchemaChange.Grant grant) {
            grant(grant.user(), grant.grant());
        } else if (change instanceof SchemaChange.Revoke revoke) {
            revoke(revoke.user(), revoke.grant());
        } else {
            return false;
        }
        if (!scope.seesAll()) {
            throw new RocheException(
                    ErrorCode.INSUFFICIENT_PRIVILEGE,
                    "users and grants are changed on a connection that sees every ring; connect without ring");
        }
        return true;
    }

    private void keep(String kept) {
        if (secret == null) {
            secret = kept;
            store.accept(new SchemaEntry(SchemaEntry.Kind.LOGIN_SECRET, SECRET_NAME, AccessCodec.writeSecret(kept)));
        }
    }

    private void create(User user) {
        checkName(user.name());
        if (users.containsKey(user.name())) {
            throw new RocheException(
                    ErrorCode.DUPLICATE_OBJECT, "user '" + user.name() + "' exists already; ALTER USER changes him");
        }
        put(user);
    }

    private static void checkName(String name) {
        boolean control = name.chars().anyMatch(Character::isISOControl);
        if (name.isBlank() || name.length() > User.NAME_CHARACTERS_MAX || control) {
            throw new RocheException(
                    ErrorCode.INVALID_DEFINITION,
                    "a user's name has 1 to " + User.NAME_CHARACTERS_MAX
                            + " characters, none of them a control character");
        }
    }

    private void alter(String name, @Nullable ScramVerifier verifier, @Nullable Role role) {
        User user = require(name);
        Role newRole = role == null ? user.role() : role;
        if (newRole != Role.ADMIN) {
            requireAnotherAdmin(user, "demoted");
        }
        put(new User(
                name, newRole, verifier == null ? user.verifier() : verifier, user.createdMillis(), user.grants()));
    }

    private void drop(String name) {
        requireAnotherAdmin(require(name), "dropped");
        users.remove(name);
        store.accept(new SchemaEntry(SchemaEntry.Kind.USER, name, null));
    }

    /** While there are other users, there is an ADMIN among them. */
    private void requireAnotherAdmin(User user, String what) {
        boolean another = users.values().stream().anyMatch(other -> other != user && other.role() == Role.ADMIN);
        if (user.role() == Role.ADMIN && users.size() > 1 && !another) {
            throw new RocheException(
                    ErrorCode.DEPENDENT_OBJECTS,
                    "user '" + user.name() + "' is the last ADMIN and cannot be " + what
                            + " while there are other users; make another one ADMIN first");
        }
    }

    private void grant(String name, RingGrant grant) {
        User user = require(name);
        Privilege before = held(user, grant.rings());
        if (before == null || before.compareTo(grant.privilege()) < 0) {
            put(with(user, grant.rings(), grant.privilege()));
        }
    }

    private void revoke(String name, RingGrant grant) {
        User user = require(name);
        Privilege before = held(user, grant.rings());
        if (before == null || before.compareTo(grant.privilege()) < 0) {
            throw new RocheException(
                    ErrorCode.UNDEFINED_OBJECT,
                    "user '" + name + "' has no grant of " + grant.privilege() + " on ring '" + grant.rings()
                            + "' itself; sys.grants lists what was granted");
        }
        put(with(user, grant.rings(), grant.privilege() == Privilege.WRITE ? Privilege.READ : null));
    }

    private static @Nullable Privilege held(User user, String rings) {
        for (RingGrant grant : user.grants()) {
            if (grant.rings().equals(rings)) {
                return grant.privilege();
            }
        }
        return null;
    }

    private static User with(User user, String rings, @Nullable Privilege privilege) {
        List<RingGrant> grants = new ArrayList<>(user.grants());
        grants.removeIf(grant -> grant.rings().equals(rings));
        if (privilege != null) {
            grants.add(new RingGrant(privilege, rings));
        }
        grants.sort(Comparator.comparing(RingGrant::rings));
        return new User(user.name(), user.role(), user.verifier(), user.createdMillis(), grants);
    }

    private User require(String name) {
        User user = users.get(name);
        if (user == null) {
            throw new RocheException(ErrorCode.UNDEFINED_OBJECT, "user '" + name + "' does not exist");
        }
        return user;
    }

    private void put(User user) {
        users.put(user.name(), user);
        store.accept(new SchemaEntry(SchemaEntry.Kind.USER, user.name(), AccessCodec.write(user)));
    }
}
