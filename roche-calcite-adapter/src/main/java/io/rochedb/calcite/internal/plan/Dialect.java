package io.rochedb.calcite.internal.plan;

import com.google.common.collect.ImmutableSet;
import io.rochedb.calcite.internal.function.LibraryFunctions;
import io.rochedb.calcite.internal.function.RocheFunctions;
import io.rochedb.calcite.internal.parser.RocheParser;
import io.rochedb.calcite.internal.table.DeclaredTypes;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;
import org.apache.calcite.sql.validate.SqlValidator;

/** The settings that make Calcite speak RocheDB's SQL. Stateless. */
public final class Dialect {
    /** Longest identifier: a ring name of 512 bytes fits. */
    private static final int IDENTIFIER_MAX = 1_024;

    /** What LENIENT allows, with unpadded strings and arithmetic that fails instead of wrapping. */
    static final SqlConformance CONFORMANCE = new SqlDelegatingConformance(SqlConformanceEnum.LENIENT) {
        @Override
        public boolean shouldConvertRaggedUnionTypesToVarying() {
            return true;
        }

        @Override
        public boolean checkedArithmetic() {
            return true;
        }

        @Override
        public boolean isValueAllowed() {
            return true;
        }
    };

    static final SqlParser.Config PARSER = SqlParser.config()
            .withParserFactory(RocheParser.FACTORY)
            .withConformance(CONFORMANCE)
            .withQuoting(Quoting.DOUBLE_QUOTE)
            .withUnquotedCasing(Casing.UNCHANGED)
            .withQuotedCasing(Casing.UNCHANGED)
            .withCaseSensitive(false)
            .withIdentifierMaxLength(IDENTIFIER_MAX);

    static final SqlValidator.Config VALIDATOR = SqlValidator.Config.DEFAULT
            .withConformance(CONFORMANCE)
            .withIdentifierExpansion(true)
            .withTypeCoercionEnabled(true)
            .withTypeCoercionFactory(RocheCoercion::new)
            .withTypeCoercionRules(casts());

    static final CalciteConnectionConfig CONNECTION = connectionConfig();

    private static final SqlOperatorTable OPERATORS = RocheFunctions.over(SqlOperatorTables.chain(
            LibraryFunctions.TABLE,
            SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
                    List.of(SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL))));

    private Dialect() {}

    /** Returns a new type factory: strings are UTF-8, and a DECIMAL without precision holds any decimal. */
    public static JavaTypeFactoryImpl typeFactory() {
        return new JavaTypeFactoryImpl(RocheTypeSystem.INSTANCE) {
            @Override
            public Charset getDefaultCharset() {
                return StandardCharsets.UTF_8;
            }

            @Override
            public RelDataType createSqlType(SqlTypeName typeName) {
                return typeName == SqlTypeName.DECIMAL ? DeclaredTypes.anyDecimal(this) : super.createSqlType(typeName);
            }
        };
    }

    /** Returns what the parser knows of words. */
    public static SqlAbstractParserImpl.Metadata parserWords() {
        return SqlParser.create("", PARSER).getMetadata();
    }

    /** Returns every operator and function a statement may use. */
    public static SqlOperatorTable operators() {
        return OPERATORS;
    }

    /** Returns which types can be cast to which: as the library has it, and BOOLEAN to numbers. */
    private static SqlTypeCoercionRule casts() {
        Map<SqlTypeName, ImmutableSet<SqlTypeName>> rules =
                new EnumMap<>(SqlTypeCoercionRule.instance().getTypeMapping());
        for (SqlTypeName number : SqlTypeName.NUMERIC_TYPES) {
            ImmutableSet<SqlTypeName> from = rules.getOrDefault(number, ImmutableSet.of());
            rules.put(
                    number,
                    ImmutableSet.<SqlTypeName>builder()
                            .addAll(from)
                            .add(SqlTypeName.BOOLEAN)
                            .build());
        }
        return SqlTypeCoercionRule.instance(rules);
    }

    private static CalciteConnectionConfig connectionConfig() {
        Properties properties = new Properties();
        properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
        properties.setProperty(CalciteConnectionProperty.TIME_ZONE.camelName(), "UTC");
        return new CalciteConnectionConfigImpl(properties);
    }
}
