package io.rochedb.hibernate;

import static org.hibernate.type.SqlTypes.BINARY;
import static org.hibernate.type.SqlTypes.BLOB;
import static org.hibernate.type.SqlTypes.CHAR;
import static org.hibernate.type.SqlTypes.CLOB;
import static org.hibernate.type.SqlTypes.DOUBLE;
import static org.hibernate.type.SqlTypes.FLOAT;
import static org.hibernate.type.SqlTypes.LONG32NVARCHAR;
import static org.hibernate.type.SqlTypes.LONG32VARBINARY;
import static org.hibernate.type.SqlTypes.LONG32VARCHAR;
import static org.hibernate.type.SqlTypes.NCHAR;
import static org.hibernate.type.SqlTypes.NCLOB;
import static org.hibernate.type.SqlTypes.NVARCHAR;
import static org.hibernate.type.SqlTypes.TIMESTAMP;
import static org.hibernate.type.SqlTypes.TIMESTAMP_UTC;
import static org.hibernate.type.SqlTypes.TIMESTAMP_WITH_TIMEZONE;
import static org.hibernate.type.SqlTypes.TIME_WITH_TIMEZONE;
import static org.hibernate.type.SqlTypes.UUID;
import static org.hibernate.type.SqlTypes.VARBINARY;
import static org.hibernate.type.SqlTypes.VARCHAR;

import org.hibernate.boot.Metadata;
import org.hibernate.boot.model.FunctionContributions;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.DatabaseVersion;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.NullOrdering;
import org.hibernate.dialect.TimeZoneSupport;
import org.hibernate.dialect.function.CommonFunctionFactory;
import org.hibernate.dialect.pagination.LimitHandler;
import org.hibernate.dialect.pagination.OffsetFetchLimitHandler;
import org.hibernate.dialect.sequence.NoSequenceSupport;
import org.hibernate.dialect.sequence.SequenceSupport;
import org.hibernate.dialect.unique.CreateTableUniqueDelegate;
import org.hibernate.dialect.unique.UniqueDelegate;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolutionInfo;
import org.hibernate.mapping.ForeignKey;
import org.hibernate.query.sqm.FetchClauseType;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.sql.ast.spi.SqlAppender;
import org.hibernate.tool.schema.spi.Exporter;
import org.hibernate.type.descriptor.jdbc.UUIDJdbcType;
import org.hibernate.type.descriptor.sql.internal.DdlTypeImpl;

/**
 * The SQL of RocheDB for Hibernate 6. There are no sequences and no identity columns: use assigned identifiers or
 * {@code GenerationType.UUID}. Foreign keys are not declared. Times have milliseconds and are kept in UTC.
 */
public class RocheDialect extends Dialect {
    private static final int MILLISECONDS = 3;

    /** Creates the dialect of this version of RocheDB. */
    public RocheDialect() {
        super(DatabaseVersion.make(0, 1));
    }

    /** Creates the dialect of the version a connection tells. */
    public RocheDialect(DialectResolutionInfo info) {
        super(info);
    }

    @Override
    protected String columnType(int sqlTypeCode) {
        return switch (sqlTypeCode) {
            case CHAR, NCHAR, VARCHAR, NVARCHAR -> "varchar($l)";
            case LONG32VARCHAR, LONG32NVARCHAR, CLOB, NCLOB -> "varchar";
            case BINARY, VARBINARY -> "varbinary($l)";
            case LONG32VARBINARY, BLOB -> "varbinary";
            case TIMESTAMP, TIMESTAMP_UTC, TIMESTAMP_WITH_TIMEZONE -> "timestamp($p)";
            case TIME_WITH_TIMEZONE -> "time";
            case UUID -> "uuid";
            case FLOAT, DOUBLE -> "double";
            default -> super.columnType(sqlTypeCode);
        };
    }

    @Override
    public void initializeFunctionRegistry(FunctionContributions contributions) {
        super.initializeFunctionRegistry(contributions);
        CommonFunctionFactory functions = new CommonFunctionFactory(contributions);
        functions.concat_pipeOperator();
        functions.leftRight();
        functions.lowerUpper();
        functions.ceiling_ceil();
        functions.windowFunctions();
        functions.listagg_stringAgg("varchar");
    }

    @Override
    public void contributeTypes(TypeContributions contributions, ServiceRegistry services) {
        super.contributeTypes(contributions, services);
        contributions.contributeJdbcType(UUIDJdbcType.INSTANCE);
    }

    @Override
    protected void registerColumnTypes(TypeContributions contributions, ServiceRegistry services) {
        super.registerColumnTypes(contributions, services);
        contributions.getTypeConfiguration().getDdlTypeRegistry().addDescriptor(new DdlTypeImpl(UUID, "uuid", this));
    }

    @Override
    public int getDefaultDecimalPrecision() {
        return 38;
    }

    @Override
    public boolean equivalentTypes(int code, int other) {
        // A UUID column leaves as text.
        boolean uuid = (code == UUID && other == VARCHAR) || (code == VARCHAR && other == UUID);
        return uuid || super.equivalentTypes(code, other);
    }

    @Override
    public void appendBooleanValueString(SqlAppender appender, boolean value) {
        appender.appendSql(value);
    }

    @Override
    public int getDefaultTimestampPrecision() {
        return MILLISECONDS;
    }

    @Override
    public TimeZoneSupport getTimeZoneSupport() {
        return TimeZoneSupport.NORMALIZE;
    }

    @Override
    public NullOrdering getNullOrdering() {
        return NullOrdering.GREATEST;
    }

    @Override
    public LimitHandler getLimitHandler() {
        return OffsetFetchLimitHandler.INSTANCE;
    }

    @Override
    public boolean supportsFetchClause(FetchClauseType type) {
        return type == FetchClauseType.ROWS_ONLY;
    }

    @Override
    public SequenceSupport getSequenceSupport() {
        return NoSequenceSupport.INSTANCE;
    }

    @Override
    public UniqueDelegate getUniqueDelegate() {
        return new CreateTableUniqueDelegate(this);
    }

    @Override
    public Exporter<ForeignKey> getForeignKeyExporter() {
        return NO_FOREIGN_KEYS;
    }

    private static final Exporter<ForeignKey> NO_FOREIGN_KEYS = new Exporter<>() {
        @Override
        public String[] getSqlCreateStrings(ForeignKey key, Metadata metadata, SqlStringGenerationContext context) {
            return new String[0];
        }

        @Override
        public String[] getSqlDropStrings(ForeignKey key, Metadata metadata, SqlStringGenerationContext context) {
            return new String[0];
        }
    };

    @Override
    public boolean dropConstraints() {
        return false;
    }

    @Override
    public boolean supportsIfExistsBeforeTableName() {
        return true;
    }

    @Override
    public boolean supportsCommentOn() {
        return true;
    }

    @Override
    public boolean supportsTemporaryTables() {
        return false;
    }

    @Override
    public String getForUpdateString() {
        // Writers are checked at commit: the first to commit wins.
        return "";
    }

    @Override
    public boolean supportsWindowFunctions() {
        return true;
    }

    @Override
    public boolean supportsLateral() {
        return true;
    }

    @Override
    public boolean supportsRecursiveCTE() {
        return true;
    }

    @Override
    public boolean supportsDistinctFromPredicate() {
        return true;
    }

    @Override
    public boolean supportsExistsInSelect() {
        return true;
    }

    @Override
    public boolean supportsValuesList() {
        return true;
    }
}
