package io.rochedb.calcite.internal.sql;

import org.jspecify.annotations.Nullable;

/**
 * What CREATE USER and ALTER USER say of a user. Its text does not show the password.
 *
 * @param password the new password, or null
 * @param role name of the role, or null
 */
public record UserOptions(
        @Nullable String password, @Nullable String role) {
    @Override
    public String toString() {
        return (password == null ? "" : "PASSWORD '***'") + (role == null ? "" : " ROLE " + role);
    }
}
