package io.rochedb.calcite;

import io.rochedb.engine.access.Role;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a statement may know of the connection that runs it.
 *
 * @param sessionId number of the connection in this process
 * @param user label of the user
 * @param role what the user may do at most, or null for whoever opened the store, who may do everything
 * @param defaultRing ring of the connection, or null: where INSERT INTO records lands without a ring
 * @param requireRing refuse a read whose rings nothing narrows
 * @param maxScanned records a statement may scan, or Long.MAX_VALUE
 * @param maxTokens estimated tokens a statement may return, or Long.MAX_VALUE
 * @param fileAccess whether CALL may read and write files of this machine
 * @param settings all settings by name, for sys.settings
 * @param schema schema of names without one: roche, sys or information_schema
 * @param limits how large statements may be
 */
public record SessionInfo(
        long sessionId,
        String user,
        @Nullable Role role,
        @Nullable String defaultRing,
        boolean requireRing,
        long maxScanned,
        long maxTokens,
        boolean fileAccess,
        Map<String, String> settings,
        String schema,
        StatementLimits limits) {
    /** The default schema. */
    public static final String DEFAULT_SCHEMA = "roche";

    /** Returns whether the user is one who does not see everything. */
    public boolean restricted() {
        return role != null && role != Role.ADMIN;
    }

    /** A session of whoever opened the store, with the default schema and limits. */
    public SessionInfo(
            long sessionId,
            String user,
            @Nullable String defaultRing,
            boolean requireRing,
            long maxScanned,
            long maxTokens,
            boolean fileAccess,
            Map<String, String> settings) {
        this(
                sessionId,
                user,
                null,
                defaultRing,
                requireRing,
                maxScanned,
                maxTokens,
                fileAccess,
                settings,
                DEFAULT_SCHEMA,
                StatementLimits.DEFAULT);
    }
}
