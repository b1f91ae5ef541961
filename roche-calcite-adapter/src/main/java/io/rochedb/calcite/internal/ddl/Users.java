package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.calcite.internal.sql.UserOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.access.Privilege;
import io.rochedb.engine.access.RingGrant;
import io.rochedb.engine.access.Role;
import io.rochedb.engine.access.ScramVerifier;
import io.rochedb.engine.access.User;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.SchemaChange;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** CREATE, ALTER and DROP USER, GRANT and REVOKE. Stateless. */
final class Users {
    private static final int SECRET_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Users() {}

    static long create(StatementContext context, SchemaStatement.CreateUser create) {
        Optional<User> existing = context.engine().access().user(create.name());
        if (create.ifNotExists() && existing.isPresent()) {
            return 0;
        }
        String password = create.options().password();
        if (password == null) {
            throw new RocheException(
                    ErrorCode.SYNTAX_ERROR,
                    "CREATE USER needs a password: CREATE USER name PASSWORD '…' [ROLE READER]");
        }
        Role role = role(create.options());
        User user = new User(
                create.name(),
                role == null ? Role.READER : role,
                verifier(password),
                context.statementMillis(),
                List.of());
        change(
                context,
                context.view().scope(),
                List.of(
                        new SchemaChange.KeepLoginSecret(Base64.getEncoder().encodeToString(random(SECRET_BYTES))),
                        new SchemaChange.CreateUser(user)));
        return 0;
    }

    static long alter(StatementContext context, SchemaStatement.AlterUser alter) {
        String password = alter.options().password();
        ScramVerifier verifier = password == null ? null : verifier(password);
        RingScope scope = isOwnPassword(context.session(), alter)
                ? RingScope.ALL
                : context.view().scope();
        change(context, scope, List.of(new SchemaChange.AlterUser(alter.name(), verifier, role(alter.options()))));
        return 0;
    }

    /** Returns whether a user only gives himself another password, which every user may. */
    static boolean isOwnPassword(SessionInfo session, SchemaStatement.AlterUser alter) {
        return session.role() != null
                && alter.options().role() == null
                && alter.name().equals(session.user());
    }

    static long drop(StatementContext context, SchemaStatement.DropUsers drop) {
        List<SchemaChange> changes = new ArrayList<>();
        for (String name : drop.names()) {
            if (!drop.ifExists() || context.engine().access().user(name).isPresent()) {
                changes.add(new SchemaChange.DropUser(name));
            }
        }
        change(context, context.view().scope(), changes);
        return 0;
    }

    static long grant(StatementContext context, SchemaStatement.Grants grants) {
        RingGrant grant = new RingGrant(privilege(grants.write()), grants.rings());
        List<SchemaChange> changes = new ArrayList<>();
        grants.names().forEach(name -> changes.add(new SchemaChange.Grant(name, grant)));
        change(context, context.view().scope(), changes);
        return 0;
    }

    static long revoke(StatementContext context, SchemaStatement.Revokes revokes) {
        RingGrant grant = new RingGrant(privilege(revokes.write()), revokes.rings());
        List<SchemaChange> changes = new ArrayList<>();
        revokes.names().forEach(name -> changes.add(new SchemaChange.Revoke(name, grant)));
        change(context, context.view().scope(), changes);
        return 0;
    }

    private static Privilege privilege(boolean write) {
        return write ? Privilege.WRITE : Privilege.READ;
    }

    private static @Nullable Role role(UserOptions options) {
        String role = options.role();
        if (role == null) {
            return null;
        }
        for (Role known : Role.values()) {
            if (known.name().equals(role.toUpperCase(Locale.ROOT))) {
                return known;
            }
        }
        throw new RocheException(
                ErrorCode.UNDEFINED_OBJECT, "role '" + role + "' does not exist; roles are READER, WRITER and ADMIN");
    }

    private static ScramVerifier verifier(String password) {
        if (password.isEmpty() || password.length() > ScramVerifier.PASSWORD_CHARACTERS_MAX) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "a password has 1 to " + ScramVerifier.PASSWORD_CHARACTERS_MAX + " characters, not "
                            + password.length());
        }
        return ScramVerifier.of(password, random(ScramVerifier.SALT_BYTES), ScramVerifier.ITERATIONS);
    }

    private static byte[] random(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    private static void change(StatementContext context, RingScope scope, List<SchemaChange> changes) {
        if (!changes.isEmpty()) {
            context.engine()
                    .alter(new SchemaChange.All(changes), scope, SchemaWriter.durability(context), context.monitor());
        }
    }
}
