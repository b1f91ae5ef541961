package io.rochedb.calcite;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a statement may know of the connection that runs it.
 *
 * @param sessionId number of the connection in this process
 * @param user label of the user
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

    /** A session with the default schema and limits. */
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
