package io.rochedb.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every option of a RocheDB URL, declared once: parsing, {@code Driver.getPropertyInfo} and the documentation read this table.
 */
public enum RocheProperty {
    USER("user", Type.TEXT, null, "Label of the user; an embedded store does not check it."),
    PASSWORD("password", Type.SECRET, null, "Password; an embedded store does not ask for one."),
    RING("ring", Type.TEXT, null, "Ring the connection is narrowed to, with its subtree; empty for no ring at all."),
    READ_ONLY("readOnly", Type.FLAG, "false", "Refuse every write of the connection."),
    CREATE_IF_MISSING(
            "createIfMissing",
            Type.FLAG,
            "true",
            "Create the store when its directory is missing or empty.",
            Where.STORE),
    DURABILITY(
            "durability",
            Type.TEXT,
            "strong",
            "What a commit waits for: strong = synced to disk, buffered = queued (a killed process loses at most 1 ms).",
            List.of("strong", "buffered")),
    NODES(
            "nodes",
            Type.NUMBER,
            null,
            "Logical nodes of a new store, 1 to 65535, 8 unless set; fixed in an existing one.",
            Where.STORE),
    MEMORY_BUDGET(
            "memoryBudget",
            Type.BYTES,
            null,
            "Most memory for rings, e.g. 512m or 4g; half the maximum heap unless set; the first connection decides.",
            Where.STORE),
    FETCH_SIZE(
            "fetchSize", Type.NUMBER, "0", "Fetch size of new statements; rows are never buffered, it is a hint only."),
    APPLICATION_NAME("applicationName", Type.TEXT, null, "Name of the application, as client information."),
    MAX_SCANNED("maxScanned", Type.NUMBER, null, "Refuse a statement that would scan more records than this."),
    MAX_TOKENS("maxTokens", Type.NUMBER, null, "Refuse a statement that would return more estimated tokens than this."),
    REQUIRE_RING("requireRing", Type.FLAG, "false", "Refuse a read that no ring predicate narrows."),
    MAX_STATEMENT_LENGTH(
            "maxStatementLength", Type.NUMBER, "4194304", "Refuse a statement text of more characters than this."),
    MAX_EXPRESSION_DEPTH(
            "maxExpressionDepth",
            Type.NUMBER,
            "8000",
            "Refuse a statement whose expressions nest deeper than this; a chain of n conditions nests n deep."),
    MAX_IN_LIST_SIZE("maxInListSize", Type.NUMBER, "100000", "Refuse an IN list of more elements than this."),
    PLANNING_TIMEOUT("planningTimeout", Type.DURATION, "60s", "Longest time one statement is planned."),
    STATEMENT_TIMEOUT(
            "statementTimeout",
            Type.DURATION,
            "0s",
            "Longest time one statement may take, from its start until its last row is read; 0 for any time."),
    QUERY_MEMORY(
            "queryMemory",
            Type.BYTES,
            null,
            "Most memory the sorts, joins and groups of one statement may hold, e.g. 64m; a quarter of the maximum heap unless set; larger sorts go"
                    + " through temporary files, others are refused."),
    PLAN_CACHE_SIZE(
            "planCacheSize",
            Type.NUMBER,
            "512",
            "Plans kept for the store; the first connection decides.",
            Where.STORE),
    KEEP_ALIVE("keepAlive", Type.FLAG, "false", "Keep a named memory store until the JVM ends.", Where.STORE),
    CLOSE_DELAY(
            "closeDelay",
            Type.DURATION,
            "10s",
            "How long a durable store stays open after its last connection.",
            Where.STORE),
    SLOW_STATEMENT(
            "slowStatement",
            Type.DURATION,
            "0s",
            "Log statements that take longer, to the logger io.rochedb.slow; 0 for none; the first connection decides.",
            Where.STORE),
    TIME_ZONE("timeZone", Type.TEXT, "UTC", "Zone of times without a zone; only UTC for now."),
    SCHEMA("schema", Type.TEXT, "roche", "Schema of unqualified names.", List.of("roche", "sys", "information_schema")),
    METADATA_RING_LIMIT(
            "metadataRingLimit", Type.NUMBER, "1000", "Most rings that DatabaseMetaData lists; sys.rings lists all."),
    PASSWORD_FILE("passwordFile", Type.TEXT, null, "File whose first line is the password.", Where.SERVER),
    GALAXY("galaxy", Type.TEXT, null, "Galaxy of a server; the last part of the URL says it too.", Where.SERVER),
    CONNECT_TIMEOUT(
            "connectTimeout",
            Type.DURATION,
            "10s",
            "How long to wait for each server of the list to let the connection in; 0 for the system's own limit.",
            Where.SERVER),
    SOCKET_TIMEOUT(
            "socketTimeout",
            Type.DURATION,
            "0s",
            "How long to wait for an answer of a server before the connection is given up; 0 for any time.",
            Where.SERVER),
    TLS(
            "tls",
            Type.TEXT,
            "disable",
            "Encryption: disable, verify-ca = the certificate must be trusted, verify-full = and be of the host in the URL.",
            List.of("disable", "verify-ca", "verify-full"),
            Where.SERVER),
    TRUST_STORE(
            "trustStore",
            Type.TEXT,
            null,
            "File of trusted certificates, PKCS12, JKS or PEM; those of the JVM unless set.",
            Where.SERVER),
    TRUST_STORE_PASSWORD("trustStorePassword", Type.SECRET, null, "Password of the trust store.", Where.SERVER),
    // Of a later version; another value than the default is refused, never ignored.
    NATIVE_DIR("nativeDir", Type.TEXT, null, "Directory for native libraries.", Where.NOWHERE);

    /** Which kind of URL takes an option. */
    private enum Where {
        ANYWHERE,
        /** The store's own, which whoever opens it decides. */
        STORE,
        SERVER,
        NOWHERE
    }

    /** How the text of a value is read. */
    public enum Type {
        TEXT,
        /** Text that is never shown. */
        SECRET,
        /** {@code true} or {@code false}. */
        FLAG,
        /** A whole number, not negative. */
        NUMBER,
        /** A number with an optional unit k, m or g (1024-based). */
        BYTES,
        /** A number with an optional unit ms, s or m; seconds without one. */
        DURATION
    }

    private final String key;
    private final Type type;
    private final @Nullable String defaultValue;
    private final String description;
    private final List<String> choices;
    private final Where where;

    RocheProperty(String key, Type type, @Nullable String defaultValue, String description) {
        this(key, type, defaultValue, description, Where.ANYWHERE);
    }

    RocheProperty(String key, Type type, @Nullable String defaultValue, String description, Where where) {
        this(key, type, defaultValue, description, type == Type.FLAG ? List.of("true", "false") : List.of(), where);
    }

    RocheProperty(String key, Type type, @Nullable String defaultValue, String description, List<String> choices) {
        this(key, type, defaultValue, description, choices, Where.ANYWHERE);
    }

    RocheProperty(
            String key,
            Type type,
            @Nullable String defaultValue,
            String description,
            List<String> choices,
            Where where) {
        this.key = key;
        this.type = type;
        this.defaultValue = defaultValue;
        this.description = description;
        this.choices = choices;
        this.where = where;
    }

    /** Returns the name in URLs and Properties; case matters. */
    public String key() {
        return key;
    }

    public Type type() {
        return type;
    }

    /** Returns the text of the default, or null when there is none or it depends on the store. */
    public @Nullable String defaultValue() {
        return defaultValue;
    }

    public String description() {
        return description;
    }

    /** Returns the allowed values, or an empty list when the type alone decides. */
    public List<String> choices() {
        return choices;
    }

    /** Returns whether an embedded store takes it; one that it does not take is refused unless it has its default. */
    public boolean ofEmbedded() {
        return where == Where.ANYWHERE || where == Where.STORE;
    }

    /** Returns whether the URL of a server takes it; what is the store's own is decided where the server is started. */
    public boolean ofRemote() {
        return where == Where.ANYWHERE || where == Where.SERVER;
    }

    /** Returns whether getting it wrong silently would open more than was meant. */
    public boolean protective() {
        return switch (this) {
            case PASSWORD, PASSWORD_FILE, RING, READ_ONLY, REQUIRE_RING, TLS, TRUST_STORE, TRUST_STORE_PASSWORD -> true;
            default -> false;
        };
    }
}
