package io.rochedb.calcite.internal.plan;

import com.google.common.collect.Lists;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * The maker of one statement's expressions.
 *
 * <p>It stops when planning shall stop: the library's planners look between two rules; simplification, inference and conversion look nowhere, but all
 * of them make expressions.
 *
 * <p>While the statement is converted, it makes one search of a long list of comparisons with literals, before the library's simplification sees
 * it, which takes the third power of the length of {@code NOT IN}. And it computes casts of literals at once, for which the library compiles and
 * runs a program each.
 */
final class StatementRexBuilder extends RexBuilder {
    /** Comparisons from which on they become a search. */
    static final int LIST_MIN = 20;

    /** Casts computed by one program; it must not become too large for the virtual machine. */
    private static final int CASTS_AT_ONCE = 200;

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern TIMESTAMP =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}(\\.\\d{0,2}[1-9])?");
    private static final DateTimeFormatter STRICT_TIMESTAMP = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd HH:mm:ss[.SSS][.SS][.S]", Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private final AtomicBoolean cancelled;
    private boolean converting;

    StatementRexBuilder(RelDataTypeFactory types, AtomicBoolean cancelled) {
        super(types);
        this.cancelled = cancelled;
    }

    /** Runs the conversion of a statement, in which long lists become searches. */
    <T> T converting(Supplier<T> conversion) {
        converting = true;
        try {
            return conversion.get();
        } finally {
            converting = false;
        }
    }

    private void check() {
        if (cancelled.get()) {
            throw new CancellationException("planning was told to stop");
        }
    }

    @Override
    public RelDataTypeFactory getTypeFactory() {
        check();
        return super.getTypeFactory();
    }

    @Override
    public RelDataType deriveReturnType(SqlOperator op, List<? extends RexNode> operands) {
        check();
        return super.deriveReturnType(op, operands);
    }

    @Override
    public RexNode makeCall(SqlParserPos pos, SqlOperator op, List<? extends RexNode> operands) {
        RexNode searched = searched(op, operands);
        return searched == null ? super.makeCall(pos, op, operands) : searched;
    }

    @Override
    public RexNode makeCall(SqlParserPos pos, RelDataType type, SqlOperator op, List<RexNode> operands) {
        check();
        RexNode searched = searched(op, operands);
        return searched == null || !searched.getType().equals(type)
                ? super.makeCall(pos, type, op, operands)
                : searched;
    }

    @Override
    public RexNode makeAbstractCast(SqlParserPos pos, RelDataType type, RexNode exp, boolean safe, RexLiteral format) {
        boolean plain = converting && format.isNull() && exp instanceof RexLiteral literal && !literal.isNull();
        RexNode value = plain ? literal(type, (RexLiteral) exp) : null;
        return value == null || !value.getType().equals(type)
                ? super.makeAbstractCast(pos, type, exp, safe, format)
                : value;
    }

    /** Returns what the commonest casts of literals give, or null for any other. */
    private @Nullable RexNode literal(RelDataType type, RexLiteral value) {
        if (SqlTypeUtil.inCharFamily(value.getType())) {
            return time(type, String.valueOf(value.getValueAs(String.class)));
        }
        if (!SqlTypeUtil.isExactNumeric(value.getType()) || !SqlTypeUtil.isApproximateNumeric(type)) {
            return null;
        }
        BigDecimal number = Objects.requireNonNull(value.getValueAs(BigDecimal.class));
        double rounded = type.getSqlTypeName() == SqlTypeName.REAL ? number.floatValue() : number.doubleValue();
        return makeApproxLiteral(rounded, type);
    }

    /** Returns {@code x = 1 OR x = 2 …} or {@code x <> 1 AND x <> 2 …} with a search in place of the comparisons, or null when they are few. */
    private @Nullable RexNode searched(SqlOperator op, List<? extends RexNode> terms) {
        boolean any = op.getKind() == SqlKind.OR;
        if (!converting || terms.size() < LIST_MIN || !(any || op.getKind() == SqlKind.AND)) {
            return null;
        }
        List<RexNode> equalities = new ArrayList<>();
        List<RexNode> rest = new ArrayList<>();
        for (RexNode term : withLiterals(terms)) {
            if (any && (isComparison(term, SqlKind.EQUALS) || term.getKind() == SqlKind.SEARCH)) {
                equalities.add(term);
            } else if (!any && isComparison(term, SqlKind.NOT_EQUALS)) {
                equalities.add(
                        super.makeCall(SqlParserPos.ZERO, SqlStdOperatorTable.EQUALS, ((RexCall) term).getOperands()));
            } else {
                rest.add(term);
            }
        }
        if (equalities.size() < LIST_MIN) {
            return null;
        }
        converting = false;
        try {
            RexNode search = merged(equalities);
            if (any) {
                // of several columns it is a search each: an OR must not lie in an OR
                rest.addAll(RelOptUtil.disjunctions(search));
            } else {
                rest.add(makeCall(SqlStdOperatorTable.NOT, search));
            }
            return rest.size() == 1 ? rest.get(0) : super.makeCall(SqlParserPos.ZERO, op, rest);
        } finally {
            converting = true;
        }
    }

    /** Returns one search in place of equalities, which the library makes in one pass when it is asked for that alone. */
    @SuppressWarnings("deprecation") // every other road tries each term against all before it
    private RexNode merged(List<RexNode> equalities) {
        return new RexSimplify(this, RelOptPredicateList.EMPTY, RexUtil.EXECUTOR).simplifyOrs(equalities);
    }

    /** Returns comparisons with casts of literals as comparisons with what the casts give, computed many at a time. */
    private List<RexNode> withLiterals(List<? extends RexNode> terms) {
        List<RexNode> casts = new ArrayList<>();
        for (RexNode term : terms) {
            if (term instanceof RexCall call) {
                call.getOperands().stream()
                        .filter(StatementRexBuilder::isCastOfLiteral)
                        .forEach(casts::add);
            }
        }
        Map<RexNode, RexNode> values = new HashMap<>();
        for (List<RexNode> some : Lists.partition(casts, CASTS_AT_ONCE)) {
            check();
            List<RexNode> reduced = new ArrayList<>();
            RexUtil.EXECUTOR.reduce(this, some, reduced);
            for (int i = 0; i < some.size(); i++) {
                values.put(some.get(i), reduced.get(i));
            }
        }
        if (values.isEmpty()) {
            return List.copyOf(terms);
        }
        RexShuttle replacement = new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                RexNode value = values.get(call);
                return value == null ? super.visitCall(call) : value;
            }
        };
        return replacement.apply(List.copyOf(terms));
    }

    private static boolean isCastOfLiteral(RexNode node) {
        return node.getKind() == SqlKind.CAST
                && isValue(((RexCall) node).getOperands().get(0));
    }

    private static boolean isComparison(RexNode term, SqlKind kind) {
        if (!(term instanceof RexCall call) || call.getKind() != kind) {
            return false;
        }
        RexNode a = call.getOperands().get(0);
        RexNode b = call.getOperands().get(1);
        return isValue(a) ? !isValue(b) : isValue(b);
    }

    private static boolean isValue(RexNode node) {
        return node instanceof RexLiteral literal && !literal.isNull();
    }

    /** Returns the date or timestamp a text says in the plainest form, or null. */
    private @Nullable RexNode time(RelDataType type, String text) {
        try {
            if (type.getSqlTypeName() == SqlTypeName.DATE && DATE.matcher(text).matches()) {
                return makeDateLiteral(new DateString(LocalDate.parse(text).toString()));
            }
            if (type.getSqlTypeName() == SqlTypeName.TIMESTAMP
                    && TIMESTAMP.matcher(text).matches()
                    && text.length() <= "yyyy-MM-dd HH:mm:ss.".length() + type.getPrecision()) {
                LocalDateTime.parse(text, STRICT_TIMESTAMP);
                return makeTimestampLiteral(new TimestampString(text), type.getPrecision());
            }
            return null;
        } catch (DateTimeParseException wrong) {
            // the library says what is wrong with it
            return null;
        }
    }
}
