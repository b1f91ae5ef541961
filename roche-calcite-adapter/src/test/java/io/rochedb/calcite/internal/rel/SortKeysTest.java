package io.rochedb.calcite.internal.rel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.rochedb.calcite.internal.plan.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.Direction;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** Rows sorted by words stand as rows that are compared do, equal ones in the order they came. */
class SortKeysTest {
    private static final int ROUNDS = 60;
    private static final SqlTypeName[] TYPES = {
        SqlTypeName.BIGINT, SqlTypeName.DOUBLE, SqlTypeName.VARCHAR, SqlTypeName.INTEGER, SqlTypeName.BOOLEAN
    };

    private final long seed = Long.getLong("roche.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void wordsOrderAsComparisonDoes() {
        System.out.println("SortKeysTest: -Droche.test.seed=" + seed);
        for (int round = 0; round < ROUNDS; round++) {
            SqlTypeName first = TYPES[random.nextInt(TYPES.length)];
            SqlTypeName second = TYPES[random.nextInt(TYPES.length)];
            RowOrder order = order(first, second);
            int spread = random.nextBoolean() ? 5 : Integer.MAX_VALUE;
            int nullsOf = random.nextInt(3) == 0 ? 2 : random.nextInt(3) == 0 ? Integer.MAX_VALUE : 50;
            List<Object> rows = new ArrayList<>();
            for (int i = random.nextInt(2_000); i > 0; i--) {
                rows.add(new Object[] {value(first, spread, nullsOf), value(second, spread, nullsOf), i});
            }
            List<Object> compared = new ArrayList<>(rows);
            compared.sort(order);
            SortKeys.sort(rows, order);
            for (int i = 0; i < rows.size(); i++) {
                assertEquals(
                        ((Object[]) compared.get(i))[2],
                        ((Object[]) rows.get(i))[2],
                        "seed " + seed + " round " + round + " " + first + " " + second + " row " + i);
            }
        }
    }

    private RowOrder order(SqlTypeName first, SqlTypeName second) {
        JavaTypeFactoryImpl types = Dialect.typeFactory();
        RelDataType row = types.builder()
                .add("a", first)
                .add("b", second)
                .add("n", SqlTypeName.INTEGER)
                .build();
        List<RelFieldCollation> keys = new ArrayList<>(List.of(key(0)));
        if (random.nextBoolean()) {
            keys.add(key(1));
        }
        RowOrder order = RowOrder.of(RelCollations.of(keys), row);
        assertNotNull(order);
        return order;
    }

    private RelFieldCollation key(int field) {
        return new RelFieldCollation(
                field,
                random.nextBoolean() ? Direction.ASCENDING : Direction.DESCENDING,
                random.nextBoolean() ? NullDirection.FIRST : NullDirection.LAST);
    }

    private Object value(SqlTypeName type, int spread, int nullsOf) {
        if (random.nextInt(nullsOf) == 0) {
            return null;
        }
        int small = random.nextInt(spread) - 2;
        boolean wide = spread > 5;
        return switch (type) {
            case BIGINT -> wide ? (Object) random.nextLong() : (Object) (long) small;
            case INTEGER -> wide ? random.nextInt() : small;
            case BOOLEAN -> random.nextBoolean();
            case DOUBLE ->
                switch (random.nextInt(8)) {
                    case 0 -> 0.0;
                    case 1 -> -0.0;
                    case 2 -> Double.NEGATIVE_INFINITY;
                    case 3 -> Double.NaN;
                    default -> wide ? random.nextGaussian() * 1e9 : small;
                };
            default -> {
                String text = wide ? Integer.toString(small, 36) : "same" + small;
                yield switch (random.nextInt(6)) {
                    case 0 -> text + "\u0000";
                    case 1 -> text.substring(0, 1);
                    case 2 -> "日本語" + text;
                    case 3 -> "";
                    default -> text;
                };
            }
        };
    }
}
