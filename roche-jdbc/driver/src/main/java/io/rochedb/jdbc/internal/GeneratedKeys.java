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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which generated columns a caller asked for: ring, id, and columns of a declared table, in some order.
 *
 * @param names their names; empty when nothing was asked for
 * @param own whether they mean the record's own properties whatever columns its table has
 */
record GeneratedKeys(List<String> names, boolean own) {
    static final GeneratedKeys NONE = new GeneratedKeys(List.of(), true);
    private static final GeneratedKeys BOTH = new GeneratedKeys(List.of("ring", "id"), true);

    /** What {@code getGeneratedKeys} shows. */
    record Rows(List<ColumnMeta> columns, Cursor cursor) {}

    /** The columns of one record of a declared table, read when they are asked for. */
    interface Reader {
        /** Returns the columns of a table and the record's values in them; no values when the record is gone. */
        Found read(String table, String id) throws SQLException;
    }

    /** The columns of a table, and one record's values. */
    record Found(List<ColumnMeta> columns, @Nullable Object @Nullable [] values) {
        private int find(String name) {
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).label().equalsIgnoreCase(name)) {
                    return i;
                }
            }
            return -1;
        }
    }

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
        return new GeneratedKeys(List.of(names), true);
    }

    /** Takes names: those of a declared table's columns, ring and id, or _ring and _id as such tables call them. */
    static GeneratedKeys of(String @Nullable [] names) {
        return names == null || names.length == 0
                ? NONE
                : new GeneratedKeys(Stream.of(names).map(String::valueOf).toList(), false);
    }

    boolean wanted() {
        return !names.isEmpty();
    }

    /** Returns the keys as rows. */
    Rows rows(List<GeneratedKey> keys, Reader reader) throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>(keys.size());
        ColumnMeta[] columns = new ColumnMeta[names.size()];
        for (GeneratedKey key : keys) {
            String table = own ? null : key.table();
            Found found = table == null || names.stream().allMatch(GeneratedKeys::isOwn)
                    ? null
                    : reader.read(table, key.id());
            @Nullable Object[] row = new @Nullable Object[names.size()];
            for (int i = 0; i < row.length; i++) {
                int at = found == null ? -1 : found.find(names.get(i));
                if (found != null && at >= 0) {
                    columns[i] = found.columns.get(at);
                    row[i] = found.values == null ? null : found.values[at];
                } else {
                    row[i] = own(names.get(i), key);
                }
            }
            rows.add(row);
        }
        List<ColumnMeta> described = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            described.add(columns[i] == null ? column(names.get(i)) : columns[i]);
        }
        return new Rows(List.copyOf(described), new RowsCursor(rows));
    }

    /** Returns whether a name is one that only the record itself has. */
    private static boolean isOwn(String name) {
        return name.equalsIgnoreCase("_id") || name.equalsIgnoreCase("_ring");
    }

    private static String own(String name, GeneratedKey key) throws SQLException {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "id", "_id" -> key.id();
            case "ring", "_ring" -> key.ring();
            default ->
                throw SqlErrors.of(
                        SqlErrors.BAD_COLUMN,
                        "generated columns are ring, id and the columns of a declared table, not '" + name + "'");
        };
    }

    private static ColumnMeta column(String name) {
        return new ColumnMeta(name, name, null, Types.VARCHAR, "VARCHAR", 0, 0, false);
    }
}
