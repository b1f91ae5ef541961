package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.internal.plan.ParsedStatement;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** The tables and views that a view's query names in FROM. Used by one thread. */
final class ViewUses extends SqlBasicVisitor<@Nullable Void> {
    private final Set<String> names = new LinkedHashSet<>();

    private ViewUses() {}

    /** Returns the first of some names that a view uses, ignoring case, or null. */
    static @Nullable String firstOf(ViewDefinition view, Collection<String> wanted) {
        // there may be thousands of views, and most name none of these
        if (wanted.stream().noneMatch(name -> mayName(view.sql(), name))) {
            return null;
        }
        ViewUses uses = new ViewUses();
        ParsedStatement.parse(view.sql()).accept(uses);
        for (String name : wanted) {
            if (uses.names.stream().anyMatch(used -> used.equalsIgnoreCase(name))) {
                return name;
            }
        }
        return null;
    }

    /** Returns false only when a text cannot name it: names stand in it as they are, but for quotes and escapes. */
    private static boolean mayName(String sql, String name) {
        if (name.indexOf('"') >= 0 || sql.indexOf('&') >= 0) {
            return true;
        }
        for (int at = 0; at <= sql.length() - name.length(); at++) {
            if (sql.regionMatches(true, at, name, 0, name.length())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        if (call instanceof SqlSelect select) {
            from(select.getFrom());
        } else if (call instanceof SqlJoin join) {
            from(join.getLeft());
            from(join.getRight());
        } else if (call.getKind() == SqlKind.EXPLICIT_TABLE) {
            from(call.operand(0));
        }
        return super.visit(call);
    }

    private void from(@Nullable SqlNode node) {
        if (node instanceof SqlIdentifier name) {
            names.add(name.names.get(name.names.size() - 1));
        } else if (node instanceof SqlCall call
                && (call.getKind() == SqlKind.AS || call.getKind() == SqlKind.TABLE_REF)) {
            from(call.operand(0));
        }
    }
}
