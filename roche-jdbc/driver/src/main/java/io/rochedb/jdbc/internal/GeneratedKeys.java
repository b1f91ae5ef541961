package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.Cursor;
import io.rochedb.jdbc.spi.GeneratedKey;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which generated columns a caller asked for: ring and id, in some order.
 *
 * @param columns what {@code getGeneratedKeys} shows; empty when nothing was asked for
 * @param idAt whether each column is the id (else the ring)
 */
record GeneratedKeys(List<ColumnMeta> columns, boolean[] idAt) {
    static final GeneratedKeys NONE = new GeneratedKeys(List.of(), new boolean[0]);
    private static final GeneratedKeys BOTH =
            new GeneratedKeys(List.of(column("ring"), column("id")), new boolean[] {false, true});

    static GeneratedKeys of(int flag) throws SQLException {
        return switch (flag) {
            case Statement.NO_GENERATED_KEYS -> NONE;
            case Statement.RETURN_GENERATED_KEYS -> BOTH;
            default -> throw SqlErrors.of(SqlErrors.BAD_VALUE, "no generated-keys flag: " + flag);
        };
    }

    /** Takes column positions of {@code records}: 1 is the ring, 2 the id. */
    static GeneratedKeys of(int @Nullable [] indexes) throws SQLException {
        if (indexes == null) {
            return NONE;
        }
        String[] names = new String[indexes.length];
        for (int i = 0; i < indexes.length; i++) {
            if (indexes[i] != 1 && indexes[i] != 2) {
                throw SqlErrors.of(
                        SqlErrors.BAD_COLUMN, "generated columns are 1 (ring) and 2 (id), not " + indexes[i]);
            }
            names[i] = indexes[i] == 1 ? "ring" : "id";
        }
        return of(names);
    }

    /** Takes names: ring and id, or _ring and _id as ring tables call them. */
    static GeneratedKeys of(String @Nullable [] names) throws SQLException {
        if (names == null || names.length == 0) {
            return NONE;
        }
        List<ColumnMeta> columns = new ArrayList<>();
        boolean[] idAt = new boolean[names.length];
        for (int i = 0; i < names.length; i++) {
            String name = String.valueOf(names[i]).toLowerCase(Locale.ROOT);
            switch (name) {
                case "id", "_id" -> idAt[i] = true;
                case "ring", "_ring" -> idAt[i] = false;
                default ->
                    throw SqlErrors.of(
                            SqlErrors.BAD_COLUMN, "generated columns are ring and id, not '" + names[i] + "'");
            }
            columns.add(column(names[i]));
        }
        return new GeneratedKeys(List.copyOf(columns), idAt);
    }

    private static ColumnMeta column(String name) {
        return new ColumnMeta(name, name, null, Types.VARCHAR, "VARCHAR", 0, 0, false);
    }

    boolean wanted() {
        return idAt.length > 0;
    }

    /** Returns the keys as rows. */
    Cursor rows(List<GeneratedKey> keys) {
        List<@Nullable Object[]> rows = new ArrayList<>(keys.size());
        for (GeneratedKey key : keys) {
            Object[] row = new Object[idAt.length];
            for (int i = 0; i < row.length; i++) {
                row[i] = idAt[i] ? key.id() : key.ring();
            }
            rows.add(row);
        }
        return new RowsCursor(rows);
    }
}
