package io.rochedb.calcite.internal.rel;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.type.RelDataType;

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
    private final boolean scanLeft;
    private final boolean outer;

    private RocheLookupJoin(
            RelTraitSet traits,
            RelNode driver,
            RocheScan scan,
            LookupKeys keys,
            boolean scanLeft,
            boolean outer,
            RelDataType rowType) {
        super(driver.getCluster(), traits, driver);
        this.scan = scan;
        this.keys = keys;
        this.scanLeft = scanLeft;
        this.outer = outer;
        this.rowType = rowType;
    }

    static RocheLookupJoin create(
            RelNode driver, RocheScan scan, LookupKeys keys, boolean scanLeft, boolean outer, RelDataType rowType) {
        RelTraitSet traits = driver.getCluster().traitSetOf(Convention.NONE);
        return new RocheLookupJoin(traits, driver, scan, keys, scanLeft, outer, rowType);
    }

    RocheScan scan() {
        return scan;
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return new RocheLookupJoin(traitSet, inputs.get(0), scan, keys, scanLeft, outer, getRowType());
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .item("table", scan.data().name())
                .item("routedBy", driverColumns(keys.routes()))
                .itemIf(
                        "matchedBy",
                        driverColumns(keys.matches().stream()
                                .map(LookupKeys.Match::driver)
                                .toList()),
                        !keys.matches().isEmpty())
                .itemIf("filter", Described.conditions(scan), !scan.filters().isEmpty())
                .item("columns", scan.getRowType().getFieldNames())
                .item("scanSide", scanLeft ? "left" : "right")
                .itemIf("join", "left outer", outer);
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
        LookupJoins.Lookup lookup = new LookupJoins.Lookup(
                scan.template(), keys, scanLeft, outer, scan.getRowType().getFieldCount());
        PhysType type = PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
        builder.add(Expressions.return_(
                null,
                Expressions.call(
                        LookupJoins.class,
                        "join",
                        DataContext.ROOT,
                        driver,
                        implementor.stash(lookup, LookupJoins.Lookup.class))));
        return implementor.result(type, builder.toBlock());
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
