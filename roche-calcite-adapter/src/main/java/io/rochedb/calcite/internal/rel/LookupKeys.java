package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.plan.RocheDataContext;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.RingTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * What a lookup join compares: columns of the other side that choose rings, and pairs of columns that must be equal besides. Without the former an index
 * answers the latter in every ring.
 *
 * @param rings the family whose segments the routing columns are; null when there is one, the ring's name
 * @param segments for each routing column which segment it is
 * @param routes the other side's routing columns
 * @param idColumn the scan's column of the id when the one route is an id, else {@link #NO_ID}
 * @param matches further equalities
 */
record LookupKeys(
        @Nullable RingTemplate rings, List<Integer> segments, List<Integer> routes, int idColumn, List<Match> matches) {
    /** There is no {@link #idColumn}. */
    static final int NO_ID = -1;

    private static final List<SqlTypeName> INTEGERS =
            List.of(SqlTypeName.TINYINT, SqlTypeName.SMALLINT, SqlTypeName.INTEGER, SqlTypeName.BIGINT);

    /**
     * A further equality of the join.
     *
     * @param driver the other side's column
     * @param scan the scan's column
     * @param operand what the engine can compare for it, or null
     */
    record Match(int driver, int scan, TermCompiler.@Nullable Comparable operand) {}

    /** The conditions of a join, sorted: the keys, a column of the scan that is one of them, so never NULL in a match, and what remains to be checked. */
    record Split(LookupKeys keys, int marker, List<RexNode> rest) {}

    /** Returns the keys in a join's conditions, or null when none of them chooses rings or is answered by an index. */
    static @Nullable Split of(List<RexNode> conditions, RocheScan scan, boolean scanLeft, int split) {
        int marker = -1;
        TreeMap<Integer, Integer> segments = new TreeMap<>();
        RingTemplate rings = null;
        int ring = -1;
        RexNode byId = idCondition(conditions, scan, scanLeft, split);
        List<Match> matches = new ArrayList<>();
        List<RexNode> rest = new ArrayList<>();
        for (RexNode condition : conditions) {
            int[] pair = pair(condition, scanLeft, split);
            TableColumn column = pair == null ? null : scan.column(pair[1]);
            if (pair == null || column == null) {
                rest.add(condition);
                continue;
            }
            TableColumn.Declared declared = column.declared();
            boolean routes = byId == null;
            if (condition == byId) {
                continue;
            } else if (routes && column.kind() == TableColumn.Kind.RING && ring < 0) {
                ring = pair[0];
                marker = pair[1];
            } else if (routes
                    && column.kind() == TableColumn.Kind.SEGMENT
                    && declared != null
                    && segments.putIfAbsent(declared.segment(), pair[0]) == null) {
                rings = declared.rings();
                marker = pair[1];
            } else if (isPlain(condition, scan.isNotNull(pair[1]))) {
                matches.add(new Match(pair[0], pair[1], scan.compiler().comparable(scan.tableColumn(pair[1]))));
            } else {
                rest.add(condition);
            }
        }
        int[] id = byId == null ? null : pair(byId, scanLeft, split);
        if (id != null) {
            // an id names its ring: what else is compared with rings is checked as it is
            return new Split(new LookupKeys(null, List.of(), List.of(id[0]), id[1], matches), id[1], rest);
        }
        if (ring < 0 && segments.isEmpty()) {
            return LookupIndexes.answer(scan, matches)
                    ? new Split(
                            new LookupKeys(null, List.of(), List.of(), NO_ID, matches),
                            matches.get(0).scan(),
                            rest)
                    : null;
        }
        if (ring >= 0) {
            // the name says it all: segments are then conditions like others
            return segments.isEmpty()
                    ? new Split(new LookupKeys(null, List.of(), List.of(ring), NO_ID, matches), marker, rest)
                    : null;
        }
        LookupKeys keys =
                new LookupKeys(rings, List.copyOf(segments.keySet()), List.copyOf(segments.values()), NO_ID, matches);
        return new Split(keys, marker, rest);
    }

    /** Returns the equality of the scan's id with a column of the other side, or null. */
    private static @Nullable RexNode idCondition(
            List<RexNode> conditions, RocheScan scan, boolean scanLeft, int split) {
        for (RexNode condition : conditions) {
            int[] pair = pair(condition, scanLeft, split);
            if (pair != null && scan.kind(pair[1]) == TableColumn.Kind.ID) {
                return condition;
            }
        }
        return null;
    }

    /** Returns [the other side's column, the scan's column] of an equality between the sides, or null. */
    private static int @Nullable [] pair(RexNode condition, boolean scanLeft, int split) {
        // of a ring, an id or a segment, which are never NULL, both say the same
        if (!(condition.getKind() == SqlKind.EQUALS || condition.getKind() == SqlKind.IS_NOT_DISTINCT_FROM)
                || !(widened(((RexCall) condition).operands.get(0)) instanceof RexInputRef a)
                || !(widened(((RexCall) condition).operands.get(1)) instanceof RexInputRef b)) {
            return null;
        }
        int left = Math.min(a.getIndex(), b.getIndex());
        int right = Math.max(a.getIndex(), b.getIndex());
        if (left >= split || right < split) {
            return null;
        }
        return scanLeft ? new int[] {right - split, left} : new int[] {left, right - split};
    }

    /** Returns an integer that is cast to a larger type as it was: keys hold all integers as one type. */
    static RexNode widened(RexNode node) {
        if (node.getKind() == SqlKind.CAST) {
            RexNode inner = ((RexCall) node).operands.get(0);
            int from = INTEGERS.indexOf(inner.getType().getSqlTypeName());
            return from >= 0 && from <= INTEGERS.indexOf(node.getType().getSqlTypeName()) ? inner : node;
        }
        return node;
    }

    private static Object keyed(Object value) {
        return value instanceof Integer || value instanceof Short || value instanceof Byte
                ? (Object) ((Number) value).longValue()
                : value;
    }

    /** Returns whether equal values of both columns are equal objects, and NULL equals nothing. */
    private static boolean isPlain(RexNode condition, boolean notNull) {
        if (condition.getKind() != SqlKind.EQUALS && !notNull) {
            return false;
        }
        RelDataType a = ((RexCall) condition).operands.get(0).getType();
        RelDataType b = ((RexCall) condition).operands.get(1).getType();
        boolean text = SqlTypeName.CHAR_TYPES.contains(a.getSqlTypeName())
                && SqlTypeName.CHAR_TYPES.contains(b.getSqlTypeName());
        boolean same = a.getSqlTypeName() == b.getSqlTypeName();
        return text
                || (same
                        && (SqlTypeName.INT_TYPES.contains(a.getSqlTypeName())
                                || SqlTypeName.DATETIME_TYPES.contains(a.getSqlTypeName())
                                || a.getSqlTypeName() == SqlTypeName.BOOLEAN));
    }

    /** Returns the values of a row of the other side, or null when one is NULL or can be in no ring's name. */
    @Nullable
    List<Object> ofDriver(@Nullable Object[] row) {
        List<Object> key = new ArrayList<>(routes.size() + matches.size());
        for (int route : routes) {
            if (!(row[route] instanceof String text)
                    || (rings != null && !RingTemplate.isSegment(text))
                    || (byId() && !isId(text))) {
                return null;
            }
            key.add(text);
        }
        for (Match match : matches) {
            Object value = row[match.driver];
            if (value == null) {
                return null;
            }
            key.add(keyed(value));
        }
        return key;
    }

    /** Returns the values of a record, or null when one is NULL. */
    @Nullable
    List<Object> ofScan(RecordRows rows) {
        List<Object> key = new ArrayList<>(routes.size() + matches.size());
        if (byId()) {
            key.add(String.valueOf(rows.get(idColumn)));
        } else if (byIndex()) {
            // the values are all there is to compare
        } else if (rings == null) {
            key.add(rows.ring());
        } else {
            List<String> values = rings.values(rows.ring());
            if (values == null) {
                return null;
            }
            for (int segment : segments) {
                key.add(values.get(segment));
            }
        }
        for (Match match : matches) {
            Object value = RocheDataContext.toGenerated(rows.get(match.scan));
            if (value == null) {
                return null;
            }
            key.add(keyed(value));
        }
        return key;
    }

    /** Returns whether ids, not rings, are looked up. */
    boolean byId() {
        return idColumn >= 0;
    }

    /** Returns whether every ring is looked into, through an index. */
    boolean byIndex() {
        return routes.isEmpty();
    }

    /** Returns whether a text is an id as ids are written; another text, from a join, is the id of nothing. */
    private static boolean isId(String text) {
        try {
            return RecordId.parse(text).text().equals(text);
        } catch (RocheException malformed) {
            return false;
        }
    }

    /** Returns the ids of some keys. */
    static List<RecordId> ids(Set<List<Object>> keys) {
        Set<RecordId> ids = new LinkedHashSet<>();
        for (List<Object> key : keys) {
            ids.add(RecordId.parse((String) key.get(0)));
        }
        return List.copyOf(ids);
    }

    /** Returns the rings of some keys. */
    RingSelector route(Set<List<Object>> keys) {
        if (byIndex()) {
            return RingSelector.ALL;
        }
        Set<String> names = new LinkedHashSet<>();
        for (List<Object> key : keys) {
            names.add(rings == null ? (String) key.get(0) : name(rings, key));
        }
        return SegmentTerms.union(List.copyOf(names));
    }

    private String name(RingTemplate template, List<Object> key) {
        List<@Nullable String> values = new ArrayList<>();
        for (int at = 0; at < template.columns().size(); at++) {
            int index = segments.indexOf(at);
            values.add(index < 0 ? null : (String) key.get(index));
        }
        return template.ring(values);
    }

    /** Returns what a record must satisfy to have one of some keys, as far as the engine can tell; the join compares all the same. */
    List<Predicate> conditions(Set<List<Object>> keys) {
        List<Predicate> conditions = new ArrayList<>();
        for (int i = 0; i < matches.size(); i++) {
            TermCompiler.Comparable operand = matches.get(i).operand;
            if (operand == null) {
                continue;
            }
            Set<Object> values = new HashSet<>();
            for (List<Object> key : keys) {
                Object value =
                        Value.literal(key.get(routes.size() + i), operand.as()).converted();
                if (value != null) {
                    values.add(value);
                }
            }
            conditions.add(new Predicate.In(operand.operand(), values));
        }
        return conditions;
    }
}
