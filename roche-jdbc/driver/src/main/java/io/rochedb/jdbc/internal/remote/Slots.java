package io.rochedb.jdbc.internal.remote;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texts of a session that have numbers; the one used longest ago gives its number to a new one. */
final class Slots {
    static final int SLOTS_MAX = 256;

    private final Map<String, Slot> byText = new LinkedHashMap<>(16, 0.75f, true);

    /** Returns the number of a text that has one, or null. */
    @Nullable
    Slot find(String sql) {
        return byText.get(sql);
    }

    /** Returns the number of a text. */
    Slot obtain(String sql) {
        Slot known = byText.get(sql);
        if (known == null) {
            known = new Slot(sql, freeNumber());
            byText.put(sql, known);
        }
        return known;
    }

    private int freeNumber() {
        if (byText.size() < SLOTS_MAX) {
            return byText.size() + 1;
        }
        Iterator<Slot> eldest = byText.values().iterator();
        int number = eldest.next().giveUp();
        eldest.remove();
        return number;
    }
}
