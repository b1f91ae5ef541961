package io.rochedb.calcite.internal.function;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/** The registry of RocheDB's own functions. */
public final class RocheFunctions {
    private static final List<DeclaredScalarFunction> SCALARS = ScalarFunctions.all();
    private static final List<DeclaredTableFunction> TABLES = TableFunctions.all();

    /** Functions of the plan that are not there yet. */
    private static final Set<String> PLANNED =
            Set.of("TEXT_SEARCH", "HYBRID", "TIME_RANGE", "ATLAS", "RETRIEVAL_PLAN", "RETRIEVAL_ENVELOPE");

    private RocheFunctions() {}

    /** Returns RocheDB's scalar and table functions over others, of which they hide those of the same name. */
    public static SqlOperatorTable over(SqlOperatorTable others) {
        return new OperatorTable(others);
    }

    /** Returns the declarations of all functions: scalar ones, then table functions. */
    public static List<FunctionDeclaration> declarations() {
        List<FunctionDeclaration> all = new ArrayList<>();
        SCALARS.forEach(f -> all.add(f.declaration()));
        TABLES.forEach(f -> all.add(f.declaration()));
        return all;
    }

    static DeclaredScalarFunction scalar(int index) {
        return SCALARS.get(index);
    }

    static DeclaredTableFunction table(int index) {
        return TABLES.get(index);
    }

    /** Finds a function by name and by where it stands: LOCATE in FROM is another one than LOCATE in an expression. */
    private record OperatorTable(SqlOperatorTable others) implements SqlOperatorTable {
        @Override
        public void lookupOperatorOverloads(
                SqlIdentifier name,
                @Nullable SqlFunctionCategory category,
                SqlSyntax syntax,
                List<SqlOperator> found,
                SqlNameMatcher matcher) {
            int before = found.size();
            if (syntax == SqlSyntax.FUNCTION && name.isSimple() && category != null) {
                addOwn(name, category, found);
            }
            if (found.size() == before) {
                others.lookupOperatorOverloads(name, category, syntax, found, matcher);
            }
        }

        private static void addOwn(SqlIdentifier name, SqlFunctionCategory category, List<SqlOperator> found) {
            String wanted = name.getSimple();
            if (PLANNED.contains(wanted.toUpperCase(Locale.ROOT))) {
                throw new RocheException(
                        ErrorCode.FEATURE_NOT_SUPPORTED, wanted.toUpperCase(Locale.ROOT) + " is not supported yet");
            }
            List<? extends SqlOperator> functions = category.isTableFunction() ? TABLES : SCALARS;
            for (SqlOperator function : functions) {
                if (function.getName().equalsIgnoreCase(wanted)) {
                    found.add(function);
                }
            }
        }

        @Override
        public List<SqlOperator> getOperatorList() {
            List<SqlOperator> all = new ArrayList<>(SCALARS);
            all.addAll(TABLES);
            all.addAll(others.getOperatorList());
            return all;
        }
    }
}
