package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlStarReplace;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * The labels of columns that a statement gives no name: those of PostgreSQL. A function's name in lower case, {@code case}, for a cast the
 * name of its operand or of its type, else {@code ?column?}. Stateless.
 */
final class Labels {
    private static final String GENERATED = "EXPR$";
    private static final String NONE = "?column?";

    private Labels() {}

    /** Returns the labels of a query's items as they are written, null for a star; validation rewrites some of them. */
    static List<@Nullable String> written(SqlNode query) {
        SqlSelect select = select(query);
        List<@Nullable String> labels = new ArrayList<>();
        if (select != null) {
            for (SqlNode item : select.getSelectList()) {
                labels.add(isStar(item) ? null : label(item));
            }
        }
        return labels;
    }

    private static boolean isStar(SqlNode item) {
        return (item instanceof SqlIdentifier name && name.isStar())
                || item instanceof SqlStarExclude
                || item instanceof SqlStarReplace;
    }

    /** Returns the columns with the labels of two of the same name from stars, to the later of which the library gives a number. */
    static List<SqlColumn> unnumbered(List<SqlColumn> columns, SqlNode validated, Set<String> aliases) {
        SqlSelect select = select(validated);
        if (select == null || select.getSelectList().size() != columns.size()) {
            return columns;
        }
        List<SqlColumn> labelled = new ArrayList<>(columns);
        for (int i = 0; i < columns.size(); i++) {
            SqlNode item = select.getSelectList().get(i);
            boolean named = item.getKind() == SqlKind.AS && ((SqlCall) item).operand(0) instanceof SqlIdentifier;
            String name = named ? Util.last(((SqlIdentifier) ((SqlCall) item).operand(0)).names) : "";
            String label = columns.get(i).label();
            boolean numbered = named
                    && label.length() > name.length()
                    && label.startsWith(name)
                    && label.chars().skip(name.length()).allMatch(Character::isDigit);
            if (numbered && !aliases.contains(label)) {
                labelled.set(i, labelled(columns.get(i), name));
            }
        }
        return List.copyOf(labelled);
    }

    /** Returns the names a statement gives to items. */
    static Set<String> aliases(SqlNode query) {
        SqlSelect select = select(query);
        Set<String> aliases = new HashSet<>();
        if (select != null) {
            for (SqlNode item : select.getSelectList()) {
                if (item.getKind() == SqlKind.AS) {
                    aliases.add(((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple());
                }
            }
        }
        return aliases;
    }

    /** Returns the columns with a label for each that has a generated one; what a star stands for has names. */
    static List<SqlColumn> of(List<SqlColumn> columns, List<@Nullable String> written) {
        List<SqlColumn> labelled = new ArrayList<>(columns.size());
        int star = written.indexOf(null);
        boolean oneStar = star < 0 || star == written.lastIndexOf(null);
        for (int i = 0; i < columns.size(); i++) {
            SqlColumn column = columns.get(i);
            if (!column.label().startsWith(GENERATED)) {
                labelled.add(column);
                continue;
            }
            int fromEnd = i - columns.size() + written.size();
            int item = star < 0 || i < star ? i : fromEnd;
            String label = oneStar && item >= 0 && item < written.size() ? written.get(item) : null;
            labelled.add(labelled(column, label == null ? NONE : label));
        }
        return List.copyOf(labelled);
    }

    private static SqlColumn labelled(SqlColumn column, String label) {
        String name = column.table() == null ? label : column.name();
        return new SqlColumn(
                label,
                name,
                column.table(),
                column.jdbcType(),
                column.typeName(),
                column.precision(),
                column.scale(),
                column.nullable());
    }

    /** Returns the SELECT that names the columns of a query. */
    private static @Nullable SqlSelect select(SqlNode query) {
        if (query instanceof SqlSelect select) {
            return select;
        }
        if (query instanceof SqlOrderBy orderBy) {
            return select(orderBy.query);
        }
        if (query instanceof SqlWith with) {
            return select(with.body);
        }
        return query instanceof SqlCall call && SqlKind.SET_QUERY.contains(call.getKind())
                ? select(call.operand(0))
                : null;
    }

    private static String label(SqlNode item) {
        if (item instanceof SqlIdentifier id) {
            return Util.last(id.names);
        }
        if (!(item instanceof SqlCall call)) {
            return NONE;
        }
        return switch (call.getKind()) {
            case AS, OVER, FILTER, WITHIN_GROUP, WITHIN_DISTINCT, RESPECT_NULLS, IGNORE_NULLS -> label(call.operand(0));
            case CASE -> choice((SqlCase) call);
            case CAST -> cast(call);
            case EXISTS -> "exists";
            case ARRAY_VALUE_CONSTRUCTOR, ARRAY_QUERY_CONSTRUCTOR -> "array";
            case ROW -> "row";
            case JSON_ARRAYAGG -> "json_arrayagg";
            case JSON_OBJECTAGG -> "json_objectagg";
            case SCALAR_QUERY -> scalar(call);
            default ->
                call.getOperator() instanceof SqlFunction
                        ? call.getOperator().getName().toLowerCase(Locale.ROOT).replace("translate3", "translate")
                        : NONE;
        };
    }

    private static String choice(SqlCase choice) {
        SqlNode offset = PlainForms.offsetIn(choice);
        return offset == null ? "case" : label(offset);
    }

    private static String scalar(SqlCall call) {
        SqlSelect inner = select(call.operand(0));
        return inner == null || inner.getSelectList().size() != 1
                ? NONE
                : label(inner.getSelectList().get(0));
    }

    private static String cast(SqlCall call) {
        String operand = label(call.operand(0));
        if (!operand.equals(NONE)) {
            return operand;
        }
        return call.operand(1) instanceof SqlDataTypeSpec type
                        && type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
                ? Util.last(basic.getTypeName().names).toLowerCase(Locale.ROOT)
                : NONE;
    }
}
