package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.internal.dml.FieldJson;
import io.rochedb.calcite.internal.sql.SourceText;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.ColumnType.Kind;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** The reader of expressions after DEFAULT: constants, the current time, new UUIDs. Stateless. */
final class ColumnDefaults {
    private static final Pattern NOW = Pattern.compile(
            "(CURRENT_TIMESTAMP|CURRENT_DATE|CURRENT_TIME|LOCALTIMESTAMP|LOCALTIME|NOW)\\s*(\\(\\s*\\d*\\s*\\))?",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern RANDOM_UUID =
            Pattern.compile("(RANDOM_UUID|GEN_RANDOM_UUID|UUID)\\s*\\(\\s*\\)", Pattern.CASE_INSENSITIVE);
    private static final int UUID_CHARACTERS = 36;

    private ColumnDefaults() {}

    /** Returns the default of a column, or null for DEFAULT NULL, which says nothing. */
    static @Nullable ColumnDefault of(String column, ColumnType type, SourceText text, Evaluator evaluator) {
        String written = text.text().strip();
        if (NOW.matcher(written).matches()) {
            boolean temporal = type.kind() == Kind.DATE || type.kind() == Kind.TIME || type.kind() == Kind.TIMESTAMP;
            if (!temporal) {
                throw mismatch(column, type, written);
            }
            return new ColumnDefault.Now();
        }
        if (RANDOM_UUID.matcher(written).matches()) {
            boolean roomy = type.precision() == ColumnType.UNBOUNDED || type.precision() >= UUID_CHARACTERS;
            if (type.kind() != Kind.UUID && !(isText(type) && roomy)) {
                throw mismatch(column, type, written);
            }
            return new ColumnDefault.RandomUuid();
        }
        requireConstant(column, text);
        Object value = evaluator.constant(text, isText(type) || !isPlain(type) ? text.node() : cast(type, text.node()));
        if (value == null) {
            return null;
        }
        if (!isPlain(type) && !(value instanceof CharSequence)) {
            throw mismatch(column, type, written);
        }
        if (isText(type) && !(value instanceof CharSequence)) {
            throw mismatch(column, type, written);
        }
        return new ColumnDefault.Constant(type.kind() == Kind.JSON ? value.toString() : FieldJson.text(column, value));
    }

    private static boolean isText(ColumnType type) {
        return type.kind() == Kind.CHAR || type.kind() == Kind.VARCHAR;
    }

    /** Returns whether SQL has values of the type. */
    private static boolean isPlain(ColumnType type) {
        return type.kind() != Kind.JSON && type.kind() != Kind.UUID;
    }

    private static SqlNode cast(ColumnType type, SqlNode node) {
        SqlTypeName name = SqlTypeName.valueOf(type.kind().name());
        SqlBasicTypeNameSpec spec = type.kind() == Kind.DECIMAL && type.precision() > 0
                ? new SqlBasicTypeNameSpec(name, type.precision(), type.scale(), SqlParserPos.ZERO)
                : new SqlBasicTypeNameSpec(name, SqlParserPos.ZERO);
        if (type.kind() == Kind.VARBINARY || (type.kind() == Kind.DECIMAL && type.precision() < 0)) {
            return node;
        }
        return SqlStdOperatorTable.CAST.createCall(
                SqlParserPos.ZERO, node, new SqlDataTypeSpec(spec, SqlParserPos.ZERO));
    }

    private static RocheException mismatch(String column, ColumnType type, String written) {
        return new RocheException(
                ErrorCode.DATATYPE_MISMATCH,
                "DEFAULT " + written + " of column '" + column + "' is no value of its type "
                        + type.kind().name().toUpperCase(Locale.ROOT));
    }

    /** Refuses what has another value each time, or one that depends on something. */
    private static void requireConstant(String column, SourceText text) {
        boolean[] other = new boolean[1];
        text.node().accept(new SqlBasicVisitor<@Nullable Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
                boolean function = call.getOperator() instanceof SqlFunction && call.getKind() != SqlKind.CAST;
                other[0] |= function || call.isA(SqlKind.QUERY);
                return super.visit(call);
            }

            @Override
            public @Nullable Void visit(SqlIdentifier id) {
                other[0] = true;
                return null;
            }

            @Override
            public @Nullable Void visit(SqlDynamicParam param) {
                other[0] = true;
                return null;
            }

            @Override
            public @Nullable Void visit(SqlDataTypeSpec type) {
                return null;
            }

            @Override
            public @Nullable Void visit(SqlLiteral literal) {
                return null;
            }
        });
        if (other[0]) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "DEFAULT " + text.text() + " of column '" + column
                            + "' is not supported: use a constant, CURRENT_TIMESTAMP, CURRENT_DATE, CURRENT_TIME or"
                            + " RANDOM_UUID()");
        }
    }
}
