package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.table.DataTable;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlStarReplace;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * What {@code *} and NATURAL JOIN stand for where a table has columns that only their names show.
 *
 * <p>The library knows no such columns, so it is given the list instead of the star, and USING instead of NATURAL. Where no table has
 * any, its own rules apply.
 */
final class HiddenColumns {
    private final SqlValidatorImpl validator;

    HiddenColumns(SqlValidatorImpl validator) {
        this.validator = validator;
    }

    /** A column a star stands for: its name and the expression. */
    private record Shown(String name, SqlNode expression) {
        SqlNode item() {
            boolean named = expression instanceof SqlIdentifier id
                    && id.names.get(id.names.size() - 1).equals(name);
            return named
                    ? expression
                    : SqlStdOperatorTable.AS.createCall(
                            expression.getParserPosition(),
                            expression,
                            new SqlIdentifier(name, expression.getParserPosition()));
        }
    }

    /** Returns the select list with stars over tables with hidden columns written out; the FROM clause must have been validated. */
    SqlNodeList writeOut(SqlNodeList items, SqlSelect select) {
        SqlNode from = select.getFrom();
        if (from == null || items.stream().noneMatch(HiddenColumns::isStar) || !hasHidden(from)) {
            return items;
        }
        List<SqlNode> written = new ArrayList<>();
        for (SqlNode item : items) {
            SqlIdentifier star = star(item);
            if (star == null) {
                written.add(item);
            } else {
                expand(star, item, from, written);
            }
        }
        return new SqlNodeList(written, items.getParserPosition());
    }

    private static boolean isStar(SqlNode item) {
        return star(item) != null;
    }

    private static @Nullable SqlIdentifier star(SqlNode item) {
        SqlNode node = item;
        if (item instanceof SqlStarExclude exclude) {
            node = exclude.getStarIdentifier();
        } else if (item instanceof SqlStarReplace replace) {
            node = replace.getStarIdentifier();
        }
        return node instanceof SqlIdentifier id && id.isStar() ? id : null;
    }

    private static Set<String> excluded(SqlNode item) {
        Set<String> names = new HashSet<>();
        if (item instanceof SqlStarExclude exclude) {
            for (SqlNode name : exclude.getExcludeList()) {
                SqlIdentifier id = (SqlIdentifier) name;
                names.add(lower(id.names.get(id.names.size() - 1)));
            }
        }
        return names;
    }

    /** Returns what stands in the place of columns, by name in lower case. */
    private static Map<String, SqlNode> replaced(SqlNode item) {
        Map<String, SqlNode> replaced = new LinkedHashMap<>();
        if (item instanceof SqlStarReplace replace) {
            for (SqlNode entry : replace.getReplaceList()) {
                SqlIdentifier id = ((SqlCall) entry).operand(1);
                replaced.put(lower(id.names.get(id.names.size() - 1)), ((SqlCall) entry).operand(0));
            }
        }
        return replaced;
    }

    private void expand(SqlIdentifier star, SqlNode item, SqlNode from, List<SqlNode> written) {
        List<Shown> shown;
        if (star.names.size() == 1) {
            shown = columns(from, star.getParserPosition());
        } else {
            SqlNode leaf = star.names.size() == 2 ? leaf(from, star.names.get(0)) : null;
            shown = leaf == null || !hasHidden(leaf) ? null : columns(leaf, star.getParserPosition());
        }
        if (shown == null) {
            written.add(item);
            return;
        }
        Set<String> excluded = excluded(item);
        Map<String, SqlNode> replaced = replaced(item);
        Set<String> unknown = new LinkedHashSet<>(excluded);
        unknown.addAll(replaced.keySet());
        for (Shown column : shown) {
            String name = lower(column.name);
            unknown.remove(name);
            SqlNode other = replaced.get(name);
            if (other != null) {
                written.add(new Shown(column.name, other).item());
            } else if (!excluded.contains(name)) {
                written.add(column.item());
            }
        }
        if (!unknown.isEmpty()) {
            throw new RocheException(
                    ErrorCode.UNDEFINED_COLUMN,
                    "column '" + unknown.iterator().next() + "' is none of those '*' stands for");
        }
    }

    private static @Nullable SqlNode leaf(SqlNode from, String alias) {
        if (from instanceof SqlJoin join) {
            SqlNode left = leaf(join.getLeft(), alias);
            return left == null ? leaf(join.getRight(), alias) : left;
        }
        return alias.equalsIgnoreCase(SqlValidatorUtil.alias(from)) ? from : null;
    }

    private boolean hasHidden(SqlNode from) {
        if (from instanceof SqlJoin join) {
            return hasHidden(join.getLeft()) || hasHidden(join.getRight());
        }
        DataTable table = table(from);
        return table != null && table.hasHidden();
    }

    /** Returns the table a part of FROM names, or null when it is something else. */
    private @Nullable DataTable table(SqlNode from) {
        SqlNode node = from;
        while (node.getKind() == SqlKind.AS
                || node.getKind() == SqlKind.TABLE_REF
                || node.getKind() == SqlKind.TABLESAMPLE) {
            if (node.getKind() == SqlKind.AS && ((SqlCall) node).operandCount() > 2) {
                return null;
            }
            node = ((SqlCall) node).operand(0);
        }
        if (!(node instanceof SqlIdentifier)) {
            return null;
        }
        SqlValidatorNamespace namespace = validator.getNamespace(node);
        return namespace == null || namespace.getTable() == null
                ? null
                : namespace.getTable().unwrap(DataTable.class);
    }

    /** Returns what a star over a part of FROM stands for: the common columns of USING first, as the standard says. */
    private List<Shown> columns(SqlNode from, SqlParserPos at) {
        if (!(from instanceof SqlJoin join)) {
            List<Shown> columns = new ArrayList<>();
            String alias = SqlValidatorUtil.alias(from);
            for (RelDataTypeField field : visible(from)) {
                columns.add(new Shown(field.getName(), new SqlIdentifier(List.of("" + alias, field.getName()), at)));
            }
            return columns;
        }
        List<Shown> left = columns(join.getLeft(), at);
        List<Shown> right = columns(join.getRight(), at);
        List<String> using = validator.usingNames(join);
        List<Shown> all = new ArrayList<>();
        Set<String> common = new HashSet<>();
        for (String name : using == null ? List.<String>of() : using) {
            common.add(lower(name));
            SqlNode of = find(left, name);
            SqlNode and = find(right, name);
            SqlNode either = switch (join.getJoinType()) {
                case RIGHT -> and;
                case FULL -> SqlStdOperatorTable.COALESCE.createCall(at, of, and);
                default -> of;
            };
            all.add(new Shown(name, either));
        }
        for (List<Shown> side : List.of(left, right)) {
            side.stream().filter(column -> !common.contains(lower(column.name))).forEach(all::add);
        }
        return all;
    }

    private SqlNode find(List<Shown> columns, String name) {
        for (Shown column : columns) {
            if (column.name.equalsIgnoreCase(name)) {
                return column.expression;
            }
        }
        // a hidden column may be named in USING
        return new SqlIdentifier(name, SqlParserPos.ZERO);
    }

    private List<RelDataTypeField> visible(SqlNode from) {
        RelDataType row = validator.getValidatedNodeType(from);
        DataTable table = table(from);
        List<RelDataTypeField> fields = row.getFieldList();
        return table == null
                ? fields
                : fields.stream()
                        .filter(field -> !table.isHidden(field.getIndex()))
                        .toList();
    }

    /** Turns NATURAL into USING, or into a cross join, when a side has hidden columns; both sides must have been validated. */
    void nameCommonColumns(SqlJoin join) {
        if (!join.isNatural() || join.getCondition() != null || !hasHidden(join)) {
            return;
        }
        SqlParserPos at = join.isNaturalNode().getParserPosition();
        Map<String, String> left = new LinkedHashMap<>();
        columns(join.getLeft(), at).forEach(column -> left.putIfAbsent(lower(column.name), column.name));
        SqlNodeList names = new SqlNodeList(at);
        for (Shown column : columns(join.getRight(), at)) {
            if (left.containsKey(lower(column.name))) {
                names.add(new SqlIdentifier(column.name, at));
            }
        }
        boolean none = names.isEmpty();
        join.setOperand(1, SqlLiteral.createBoolean(false, at));
        join.setOperand(4, (none ? JoinConditionType.ON : JoinConditionType.USING).symbol(at));
        join.setOperand(5, none ? SqlLiteral.createBoolean(true, at) : names);
    }

    /** Puts a query for all it shows in the place of a table with hidden columns. */
    void narrow(SqlCall as) {
        if (!(as.operand(0) instanceof SqlIdentifier name)) {
            return;
        }
        SqlValidatorTable found = validator.getCatalogReader().getTable(name.names);
        DataTable table = found == null ? null : found.unwrap(DataTable.class);
        if (table != null && table.hasHidden()) {
            SqlNodeList star = SqlNodeList.of(SqlIdentifier.star(name.getParserPosition()));
            as.setOperand(
                    0,
                    new SqlSelect(
                            name.getParserPosition(),
                            null,
                            star,
                            name,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null));
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
