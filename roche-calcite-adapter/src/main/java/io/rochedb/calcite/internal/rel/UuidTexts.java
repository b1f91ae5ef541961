package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.rex.Rewriting;
import io.rochedb.calcite.internal.table.DataTable;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.schema.ColumnType;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.RelColumnOrigin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/**
 * Texts that columns of type UUID are compared with, as such columns hold them: in lower case. A text that is no UUID stays as it is.
 *
 * <p>Public for generated code.
 */
public final class UuidTexts {
    /** The text a UUID column holds for a text. */
    private static final SqlOperator CANONICAL = new SqlUserDefinedFunction(
            new SqlIdentifier("UUID_TEXT", SqlParserPos.ZERO),
            SqlKind.OTHER_FUNCTION,
            ReturnTypes.ARG0,
            null,
            null,
            new Implementation());

    private static final Set<SqlKind> COMPARISONS = Set.of(
            SqlKind.EQUALS,
            SqlKind.NOT_EQUALS,
            SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL,
            SqlKind.GREATER_THAN,
            SqlKind.GREATER_THAN_OR_EQUAL,
            SqlKind.IS_DISTINCT_FROM,
            SqlKind.IS_NOT_DISTINCT_FROM);

    private static final Pattern WRITTEN =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);

    private UuidTexts() {}

    /** Returns a UUID in lower case, any other text as it is. */
    public static String canonical(String text) {
        return WRITTEN.matcher(text).matches() ? text.toLowerCase(Locale.ROOT) : text;
    }

    /** Returns what a call of the operator is given, any other expression as it is. */
    static RexNode operand(RexNode node) {
        return node instanceof RexCall call && call.getOperator() == CANONICAL ? call.operands.get(0) : node;
    }

    /** Returns the tree with every text a column of type UUID is compared with made canonical. */
    public static RelNode canonicalIn(RelNode tree) {
        if (!readsUuids(tree)) {
            return tree;
        }
        return Rewriting.in(tree, Replacement::new);
    }

    private static boolean readsUuids(RelNode rel) {
        if (rel instanceof RocheScan scan) {
            return scan.data().columns().stream().anyMatch(UuidTexts::isUuid);
        }
        return rel.getInputs().stream().anyMatch(UuidTexts::readsUuids);
    }

    private static boolean isUuid(TableColumn column) {
        return column.declared() != null
                && column.declared().definition().type().kind() == ColumnType.Kind.UUID;
    }

    private static final class Replacement extends RexShuttle {
        private final RelNode rel;
        private final RexBuilder rex;

        Replacement(RelNode rel) {
            this.rel = rel;
            this.rex = rel.getCluster().getRexBuilder();
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexNode inner = super.visitCall(call);
            if (!(inner instanceof RexCall comparison) || !COMPARISONS.contains(comparison.getKind())) {
                return inner;
            }
            RexNode left = comparison.operands.get(0);
            RexNode right = comparison.operands.get(1);
            boolean leftUuid = isUuid(left);
            if (leftUuid == isUuid(right)) {
                return comparison;
            }
            return comparison.clone(
                    comparison.getType(), leftUuid ? List.of(left, canonical(right)) : List.of(canonical(left), right));
        }

        private RexNode canonical(RexNode text) {
            if (text instanceof RexLiteral literal) {
                String value = literal.isNull() ? null : literal.getValueAs(String.class);
                return value == null || !SqlTypeName.CHAR_TYPES.contains(literal.getTypeName())
                        ? text
                        : rex.makeLiteral(UuidTexts.canonical(value), text.getType(), true);
            }
            return SqlTypeName.CHAR_TYPES.contains(text.getType().getSqlTypeName())
                    ? rex.makeCall(text.getType(), CANONICAL, List.of(text))
                    : text;
        }

        private boolean isUuid(RexNode node) {
            if (!(node instanceof RexInputRef ref)) {
                return false;
            }
            int index = ref.getIndex();
            for (RelNode input : rel.getInputs()) {
                int width = input.getRowType().getFieldCount();
                if (index < width) {
                    return isUuid(input, index);
                }
                index -= width;
            }
            return false;
        }

        private static boolean isUuid(RelNode input, int index) {
            RelColumnOrigin origin = input.getCluster().getMetadataQuery().getColumnOrigin(input, index);
            if (origin == null || origin.isDerived()) {
                return false;
            }
            DataTable table = origin.getOriginTable().unwrap(DataTable.class);
            return table != null && UuidTexts.isUuid(table.column(origin.getOriginColumnOrdinal()));
        }
    }

    private record Implementation() implements ImplementableFunction {
        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public CallImplementor getImplementor() {
            return RexImpTable.createImplementor(
                    (translator, call, operands) -> Expressions.call(
                            UuidTexts.class, "canonical", EnumUtils.convert(operands.get(0), String.class)),
                    NullPolicy.STRICT,
                    false);
        }
    }
}
