package io.rochedb.calcite.internal.sql;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.jspecify.annotations.Nullable;

/**
 * A part of a statement, as a tree and as it was written.
 *
 * @param node the tree
 * @param text the text
 */
public record SourceText(SqlNode node, String text) {
    /** Cuts a part out of a statement by the lines and columns, from 1, of its first and last character. */
    public static SourceText of(
            SqlNode node, @Nullable String sql, int firstLine, int firstColumn, int lastLine, int lastColumn) {
        if (sql == null) {
            return new SourceText(node, node.toString());
        }
        int start = SqlParserUtil.lineColToIndex(sql, firstLine, firstColumn);
        int end = SqlParserUtil.lineColToIndex(sql, lastLine, lastColumn) + 1;
        return new SourceText(node, sql.substring(start, end));
    }
}
