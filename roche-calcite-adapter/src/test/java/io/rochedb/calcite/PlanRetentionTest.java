package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ReadView;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.junit.jupiter.api.Test;

/** A plan is kept longer than the view it was made in: it must not hold on to it, nor to the tree that does. */
class PlanRetentionTest {
    @Test
    void plansHoldNeitherTreeNorView() throws IllegalAccessException {
        try (SqlFixture db = new SqlFixture()) {
            db.putSamples();
            for (String sql : List.of(
                    "SELECT name FROM sys.rings WHERE name LIKE 'docs/%'",
                    "SELECT name FROM sys.rings",
                    "SELECT UPPER(name) FROM sys.rings",
                    "SELECT title FROM \"docs/**\" WHERE title = 't1' LIMIT 3",
                    "SELECT COUNT(*) FROM records",
                    "SELECT ring, COUNT(*) FROM records GROUP BY ring",
                    "SELECT a.seq FROM records a JOIN records b ON a.ring = b.ring WHERE b.seq = 1",
                    "SELECT hit FROM TABLE(RETRIEVE('[1,2]'))",
                    "SELECT title FROM \"docs/**\" ORDER BY L2_DISTANCE(_vector, '[1,2]') LIMIT 3")) {
                RochePlan plan = db.query(sql).prepared().plan();
                assertEquals(List.of(), heldBy(plan), sql);
            }
        }
    }

    /** Returns the classes of trees and views that can be reached from an object. */
    private static List<String> heldBy(Object root) throws IllegalAccessException {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> open = new ArrayDeque<>(List.of(root));
        List<String> held = new ArrayList<>();
        while (!open.isEmpty()) {
            Object next = open.pop();
            if (!seen.add(next)) {
                continue;
            }
            if (next instanceof RelNode || next instanceof ReadView) {
                held.add(next.getClass().getSimpleName());
            } else if (next instanceof Map<?, ?> map) {
                open.addAll(map.keySet());
                open.addAll(map.values());
            } else if (next instanceof Iterable<?> many) {
                many.forEach(open::push);
            } else if (next instanceof Object[] array) {
                Arrays.stream(array).filter(value -> value != null).forEach(open::push);
            } else if (isOurs(next.getClass())) {
                pushFields(next, open);
            }
        }
        assertTrue(seen.size() > 1, "nothing was looked at");
        return held;
    }

    private static boolean isOurs(Class<?> type) {
        return !type.isEnum()
                && (type.getName().startsWith("io.rochedb.calcite")
                        || type.getName().startsWith("Baz"));
    }

    private static void pushFields(Object object, Deque<Object> open) throws IllegalAccessException {
        for (Field field : object.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                field.setAccessible(true);
                Object value = field.get(object);
                if (value != null) {
                    open.push(value);
                }
            }
        }
    }
}
