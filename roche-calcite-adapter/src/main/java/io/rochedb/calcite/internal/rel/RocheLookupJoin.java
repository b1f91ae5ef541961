package io.rochedb.calcite.internal.rel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.function.Predicate2;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgramBuilder;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/** A join in which one side's values choose the rings a scan reads; its one input is that side. */
public final class RocheLookupJoin extends SingleRel implements EnumerableRel {
    /** Makes the input of a lookup join run as generated code. */
    public static final RelOptRule RULE = ConverterRule.Config.INSTANCE
            .withConversion(
                    RocheLookupJoin.class, Convention.NONE, EnumerableConvention.INSTANCE, "RocheLookupJoinRule")
            .withRuleFactory(PhysicalRule::new)
            .toRule(PhysicalRule.class);

    private final RocheScan scan;
    private final LookupKeys keys;
    private final LookupRows.Form form;
    private final @Nullable RexNode condition;

    private RocheLookupJoin(
            RelTraitSet traits,
            RelNode driver,
            RocheScan scan,
            LookupKeys keys,
            LookupRows.Form form,
            @Nullable RexNode condition,
            RelDataType rowType) {
        super(driver.getCluster(), traits, driver);
        this.scan = scan;
        this.keys = keys;
        this.form = form;
        this.condition = condition;
        this.rowType = rowType;
    }

    /** Creates one; the condition beside the keys is over the columns of the left side and the right. */
    static RocheLookupJoin create(
            RelNode driver,
            RocheScan scan,
            LookupKeys keys,
            LookupRows.Form form,
            @Nullable RexNode condition,
            RelDataType rowType) {
        RelTraitSet traits = driver.getCluster().traitSetOf(Convention.NONE);
        return new RocheLookupJoin(traits, driver, scan, keys, form, condition, rowType);
    }

    RocheScan scan() {
        return scan;
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return new RocheLookupJoin(traitSet, inputs.get(0), scan, keys, form, condition, getRowType());
    }

    @Override
    public RelNode accept(RexShuttle shuttle) {
        RexNode replaced = condition == null ? null : shuttle.apply(condition);
        return replaced == condition
                ? this
                : new RocheLookupJoin(getTraitSet(), getInput(), scan, keys, form, replaced, getRowType());
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .item("table", scan.data().name())
                .itemIf("routedBy", driverColumns(keys.routes()), !keys.byIndex())
                .itemIf(
                        "matchedBy",
                        driverColumns(keys.matches().stream()
                                .map(LookupKeys.Match::driver)
                                .toList()),
                        !keys.matches().isEmpty())
                .itemIf("filter", Described.conditions(scan), !scan.filters().isEmpty())
                .item("columns", scan.getRowType().getFieldNames())
                .itemIf("condition", condition, condition != null)
                .item("scanSide", form.scanLeft() ? "left" : "right")
                .itemIf("join", "left outer", form.outer())
                .itemIf("matches", "first", form.single());
    }

    private String driverColumns(List<Integer> columns) {
        List<String> names = getInput().getRowType().getFieldNames();
        return String.join(", ", columns.stream().map(names::get).toList());
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        BlockBuilder builder = new BlockBuilder();
        Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), Prefer.ARRAY);
        Expression driver = input.physType.convertTo(builder.append("driver", input.block), JavaRowFormat.ARRAY);
        LookupRows.Lookup lookup = new LookupRows.Lookup(
                scan.template(), keys, form, scan.getRowType().getFieldCount());
        PhysType type = PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
        builder.add(Expressions.return_(
                null,
                Expressions.call(
                        LookupRows.class,
                        "join",
                        DataContext.ROOT,
                        driver,
                        implementor.stash(lookup, LookupRows.Lookup.class),
                        condition == null
                                ? Expressions.constant(null, Predicate2.class)
                                : predicate(condition, implementor))));
        return implementor.result(type, builder.toBlock());
    }

    /** Returns the code of a condition on a left row and a right one. */
    @SuppressWarnings("unchecked") // the library asks for the class of a generic interface
    private Expression predicate(RexNode tested, EnumerableRelImplementor implementor) {
        RelDataType found = scan.getRowType();
        RelDataType driver = getInput().getRowType();
        ParameterExpression left = Expressions.parameter(Object[].class, "left");
        ParameterExpression right = Expressions.parameter(Object[].class, "right");
        JavaTypeFactory types = implementor.getTypeFactory();
        Map<Expression, PhysType> rows = new LinkedHashMap<>();
        rows.put(left, PhysTypeImpl.of(types, form.scanLeft() ? found : driver, JavaRowFormat.ARRAY));
        rows.put(right, PhysTypeImpl.of(types, form.scanLeft() ? driver : found, JavaRowFormat.ARRAY));
        RelDataTypeFactory.Builder both = types.builder();
        both.addAll((form.scanLeft() ? found : driver).getFieldList());
        both.addAll((form.scanLeft() ? driver : found).getFieldList());
        RexProgramBuilder program =
                new RexProgramBuilder(both.build(), getCluster().getRexBuilder());
        program.addCondition(tested);
        BlockBuilder code = new BlockBuilder();
        code.add(Expressions.return_(
                null,
                RexToLixTranslator.translateCondition(
                        program.getProgram(),
                        types,
                        code,
                        new RexToLixTranslator.InputGetterImpl(rows),
                        implementor::getCorrelVariableGetter,
                        implementor.getConformance())));
        return Expressions.lambda(Predicate2.class, code.toBlock(), left, right);
    }

    private static final class PhysicalRule extends ConverterRule {
        PhysicalRule(Config config) {
            super(config);
        }

        @Override
        public RelNode convert(RelNode rel) {
            RocheLookupJoin join = (RocheLookupJoin) rel;
            RelTraitSet traits = join.getTraitSet().replace(EnumerableConvention.INSTANCE);
            RelNode input =
                    convert(join.getInput(), join.getInput().getTraitSet().replace(EnumerableConvention.INSTANCE));
            return join.copy(traits, List.of(input));
        }
    }
}
