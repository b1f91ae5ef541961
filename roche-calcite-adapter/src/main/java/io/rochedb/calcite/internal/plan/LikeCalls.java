package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.rel.LikeEscape;
import io.rochedb.calcite.internal.rex.Rewriting;
import io.rochedb.engine.query.LikePattern;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.jspecify.annotations.Nullable;

/**
 * LIKE in generated code, by {@link LikePattern} as in scans: the library's matches no line break with {@code _}.
 *
 * <p>Public for generated code.
 */
public final class LikeCalls {
    private static final Method LIKE =
            Types.lookupMethod(LikeCalls.class, "like", String.class, String.class, String.class);
    private static final SqlOperator OPERATOR = new SqlUserDefinedFunction(
            new SqlIdentifier("LIKE", SqlParserPos.ZERO),
            SqlKind.OTHER_FUNCTION,
            ReturnTypes.BOOLEAN_NULLABLE,
            null,
            null,
            new Implementation());
    private static final ThreadLocal<@Nullable Compiled> LAST = new ThreadLocal<>();

    private LikeCalls() {}

    /** A pattern as it was compiled last: most statements have one, and all their rows. */
    private record Compiled(String pattern, @Nullable String escape, LikePattern compiled) {
        boolean is(String otherPattern, @Nullable String otherEscape) {
            return pattern.equals(otherPattern) && Objects.equals(escape, otherEscape);
        }
    }

    /** Returns whether a text is like a pattern. */
    public static boolean like(String text, String pattern, @Nullable String escape) {
        Compiled last = LAST.get();
        if (last == null || !last.is(pattern, escape)) {
            char character = escape == null ? LikePattern.NO_ESCAPE : LikeEscape.character(escape);
            last = new Compiled(pattern, escape, LikePattern.compile(pattern, character));
            LAST.set(last);
        }
        return last.compiled.matches(text);
    }

    /** Returns the tree with every LIKE that no scan has taken replaced. */
    static RelNode replaceIn(RelNode tree) {
        Replacement replacement = new Replacement(tree.getCluster().getRexBuilder());
        return Rewriting.in(tree, replacement);
    }

    private static final class Replacement extends RexShuttle {
        private final RexBuilder rex;

        Replacement(RexBuilder rex) {
            this.rex = rex;
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexCall inner = (RexCall) super.visitCall(call);
            boolean not = inner.getOperator() == SqlStdOperatorTable.NOT_LIKE;
            if (!not && inner.getOperator() != SqlStdOperatorTable.LIKE) {
                return inner;
            }
            RexNode like = rex.makeCall(inner.getType(), OPERATOR, inner.getOperands());
            return not ? rex.makeCall(SqlStdOperatorTable.NOT, like) : like;
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
                    (translator, call, operands) -> Expressions.call(LIKE, arguments(operands)),
                    NullPolicy.STRICT,
                    false);
        }

        private static List<Expression> arguments(List<Expression> operands) {
            List<Expression> arguments = new ArrayList<>();
            for (Expression operand : operands) {
                arguments.add(EnumUtils.convert(operand, String.class));
            }
            if (arguments.size() == 2) {
                arguments.add(Expressions.constant(null, String.class));
            }
            return arguments;
        }
    }
}
