package io.rochedb.calcite.internal.rel;

import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expressions;

/** A leaf of a plan whose rows come from a {@link RowSource}: runs under generated code and, alone, without it. */
public interface SourceRel extends EnumerableRel {
    /** Returns the executable form. */
    RowSource source();

    @Override
    default Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        PhysType type = PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), prefer.preferArray());
        return implementor.result(
                type,
                Blocks.toBlock(Expressions.call(
                        Sources.class,
                        "rows",
                        DataContext.ROOT,
                        implementor.stash(source(), RowSource.class),
                        Expressions.constant(getRowType().getFieldCount()))));
    }
}
