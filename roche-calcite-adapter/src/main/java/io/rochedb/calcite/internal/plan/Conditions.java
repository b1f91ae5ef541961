package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.table.DeclaredTypes;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.TableDefinition;
import java.util.List;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/** The validator of conditions that stand alone, such as CHECK: over the columns of one table. Stateless. */
public final class Conditions {
    private Conditions() {}

    /**
     * Returns a condition with the table's columns by number, as it is written. It is an item of a SELECT, so that nothing takes unknown for false.
     */
    public static RexNode of(SqlNode condition, TableDefinition table) {
        JavaTypeFactoryImpl types = Dialect.typeFactory();
        CalciteSchema root = CalciteSchema.createRootSchema(false, false);
        root.add(table.name(), new Columns(table));
        CalciteCatalogReader catalog = new CalciteCatalogReader(root, List.of(), types, Dialect.CONNECTION);
        SqlValidator validator =
                new RocheValidator(catalog, name -> table.column(name).isPresent(), types);
        SqlSelect select = new SqlSelect(
                SqlParserPos.ZERO,
                null,
                SqlNodeList.of(condition),
                new SqlIdentifier(table.name(), SqlParserPos.ZERO),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        SqlNode validated = validator.validate(select);
        RelDataType type =
                validator.getValidatedNodeType(validated).getFieldList().get(0).getType();
        if (type.getSqlTypeName() != SqlTypeName.BOOLEAN) {
            throw new RocheException(
                    ErrorCode.DATATYPE_MISMATCH, "CHECK takes a condition, not a value of type " + type);
        }
        VolcanoPlanner planner = new VolcanoPlanner();
        planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
        RelOptCluster cluster = RelOptCluster.create(planner, new RexBuilder(types));
        SqlToRelConverter converter = new SqlToRelConverter(
                QueryPlanner.NO_VIEWS,
                validator,
                catalog,
                cluster,
                new RocheConvertlets(),
                QueryPlanner.CONVERSION.withRelBuilderConfigTransform(config -> config.withSimplify(false)));
        RelNode rel = converter.convertQuery(validated, false, true).rel;
        if (!(rel instanceof Project project)) {
            throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, "CHECK (" + condition + ") is not supported");
        }
        return project.getProjects().get(0);
    }

    /** Returns a condition that is true, false and unknown for the same rows, with constants computed. */
    public static RexNode simplified(RexNode condition) {
        RexBuilder rex = new RexBuilder(Dialect.typeFactory());
        RexNode simple = new RexSimplify(rex, RelOptPredicateList.EMPTY, RexUtil.EXECUTOR)
                .simplifyPreservingType(condition, RexUnknownAs.UNKNOWN, true);
        return RexUtil.expandSearch(rex, null, simple);
    }

    /** The table's columns, all of which may be NULL: nothing is simplified away. */
    private static final class Columns extends AbstractTable {
        private final TableDefinition table;

        Columns(TableDefinition table) {
            this.table = table;
        }

        @Override
        public RelDataType getRowType(RelDataTypeFactory types) {
            RelDataTypeFactory.Builder row = types.builder();
            for (ColumnDefinition column : table.columns()) {
                row.add(
                        column.name(),
                        types.createTypeWithNullability(DeclaredTypes.sqlType(column.type(), types), true));
            }
            return row.build();
        }
    }
}
