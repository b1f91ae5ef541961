package io.rochedb.engine;

/**
 * The closed list of errors the engine and every layer above it can report, each with its SQLSTATE.
 *
 * <p>The five-character state follows ISO/IEC 9075 and PostgreSQL's classes where they have one. {@link Kind} says who
 * can act on it. The JDBC driver translates codes to {@code SQLException} subclasses in one place.
 */
public enum ErrorCode {
    // user: the statement or the value is wrong
    SYNTAX_ERROR("42601", Kind.USER),
    UNDEFINED_TABLE("42P01", Kind.USER),
    DUPLICATE_TABLE("42P07", Kind.USER),
    DUPLICATE_COLUMN("42701", Kind.USER),
    DUPLICATE_OBJECT("42710", Kind.USER),
    UNDEFINED_OBJECT("42704", Kind.USER),
    INVALID_DEFINITION("42611", Kind.USER),
    DEPENDENT_OBJECTS("2BP01", Kind.USER),
    UNDEFINED_COLUMN("42703", Kind.USER),
    UNDEFINED_FUNCTION("42883", Kind.USER),
    AMBIGUOUS_COLUMN("42702", Kind.USER),
    DATATYPE_MISMATCH("42804", Kind.USER),
    GENERATED_COLUMN("428C9", Kind.USER),
    INVALID_RING_NAME("42602", Kind.USER),
    STATEMENT_TOO_COMPLEX("54001", Kind.USER),
    FEATURE_NOT_SUPPORTED("0A000", Kind.USER),
    DATA_EXCEPTION("22000", Kind.USER),
    INVALID_ID("22P02", Kind.USER),
    INVALID_CAST("22018", Kind.USER),
    NUMERIC_OUT_OF_RANGE("22003", Kind.USER),
    DIVISION_BY_ZERO("22012", Kind.USER),
    INVALID_DATETIME("22007", Kind.USER),
    DATETIME_OVERFLOW("22008", Kind.USER),
    INVALID_JSON("22032", Kind.USER),
    INVALID_PARAMETER("22023", Kind.USER),
    STRING_TOO_LONG("22001", Kind.USER),
    CARDINALITY_VIOLATION("21000", Kind.USER),
    INVALID_LIMIT("2201W", Kind.USER),
    INVALID_OFFSET("2201X", Kind.USER),
    PARAMETER_NOT_BOUND("07002", Kind.USER),
    NOT_NULL_VIOLATION("23502", Kind.USER),
    UNIQUE_VIOLATION("23505", Kind.USER),
    CHECK_VIOLATION("23514", Kind.USER),
    READ_ONLY_TRANSACTION("25006", Kind.USER),
    INVALID_TRANSACTION_STATE("25000", Kind.USER),
    RING_NOT_ALLOWED("42501", Kind.USER),
    INSUFFICIENT_PRIVILEGE("42501", Kind.USER),
    INVALID_AUTHORIZATION("28000", Kind.USER),
    INVALID_PASSWORD("28P01", Kind.USER),
    LIMIT_PAYLOAD("54000", Kind.USER),
    SCAN_LIMIT_EXCEEDED("54R01", Kind.USER),
    TOKEN_LIMIT_EXCEEDED("54R02", Kind.USER),
    RING_REQUIRED("54R03", Kind.USER),
    UNKNOWN_PROPERTY("01S00", Kind.USER),
    INVALID_URL("08001", Kind.USER),
    // conflict: try again
    SERIALIZATION_FAILURE("40001", Kind.CONFLICT),
    SNAPSHOT_TOO_OLD("40001", Kind.CONFLICT),
    // resource: the machine or the operator must act
    CANNOT_OPEN("08001", Kind.RESOURCE),
    CONNECTION_CLOSED("08003", Kind.RESOURCE),
    DIRECTORY_LOCKED("08001", Kind.RESOURCE),
    OUT_OF_MEMORY_BUDGET("53200", Kind.RESOURCE),
    DISK_FULL("53100", Kind.RESOURCE),
    IO_ERROR("58030", Kind.RESOURCE),
    QUERY_CANCELLED("57014", Kind.RESOURCE),
    QUERY_TIMEOUT("57014", Kind.RESOURCE),
    OBJECT_CLOSED("HY010", Kind.USER),
    // corruption and defects
    DATA_CORRUPTED("XX001", Kind.CORRUPTION),
    STORE_FORMAT("XX002", Kind.CORRUPTION),
    INTERNAL_ERROR("XX000", Kind.INTERNAL);

    /** Who can act on an error. */
    public enum Kind {
        USER,
        CONFLICT,
        RESOURCE,
        INTERNAL,
        CORRUPTION
    }

    private final String sqlState;
    private final Kind kind;

    ErrorCode(String sqlState, Kind kind) {
        this.sqlState = sqlState;
        this.kind = kind;
    }

    /** Returns the five-character SQLSTATE. */
    public String sqlState() {
        return sqlState;
    }

    /** Returns who can act on the error. */
    public Kind kind() {
        return kind;
    }
}
