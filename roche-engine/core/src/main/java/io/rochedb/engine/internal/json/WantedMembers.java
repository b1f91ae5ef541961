package io.rochedb.engine.internal.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members wanted of one object, and where the object scanned last has them; a member can be an object of which members are wanted.
 *
 * <p>Of duplicate names the last wins, so the whole object is always passed over. Built by {@link #add}, then scanned; not thread-safe.
 */
final class WantedMembers {
    static final int ABSENT = -1;
    private static final int MEMBERS_START = 4;

    private final Map<String, Integer> byName = new HashMap<>();
    private final JsonMembers members = new JsonMembers();
    private byte[][] names = new byte[MEMBERS_START][];
    private @Nullable WantedMembers[] inside = new WantedMembers[MEMBERS_START];
    private int[] starts = new int[MEMBERS_START];
    private int[] ends = new int[MEMBERS_START];
    private boolean[] integral = new boolean[MEMBERS_START];
    private boolean nested;
    /** Hash table of members by name, open addressing, {@link #ABSENT} for free. */
    private int[] table = free(MEMBERS_START);

    /** Returns the index of a member, which is wanted from now on. */
    int add(String name) {
        Integer known = byName.get(name);
        if (known != null) {
            return known;
        }
        int member = byName.size();
        byName.put(name, member);
        if (member == names.length) {
            grow();
        }
        names[member] = name.getBytes(StandardCharsets.UTF_8);
        starts[member] = ABSENT;
        insert(member);
        return member;
    }

    /** Returns the members wanted of a member. */
    WantedMembers inside(int member) {
        WantedMembers within = inside[member];
        if (within == null) {
            within = new WantedMembers();
            inside[member] = within;
            nested = true;
        }
        return within;
    }

    private void grow() {
        int size = names.length * 2;
        names = Arrays.copyOf(names, size);
        inside = Arrays.copyOf(inside, size);
        starts = Arrays.copyOf(starts, size);
        ends = Arrays.copyOf(ends, size);
        integral = Arrays.copyOf(integral, size);
        table = free(size);
        for (int i = 0; i < size / 2; i++) {
            insert(i);
        }
    }

    private static int[] free(int members) {
        int[] free = new int[members * 2];
        Arrays.fill(free, ABSENT);
        return free;
    }

    private void insert(int member) {
        int at = hash(names[member], 0, names[member].length);
        while (table[at] != ABSENT) {
            at = (at + 1) & (table.length - 1);
        }
        table[at] = member;
    }

    /** Forgets what was found. */
    void clear() {
        Arrays.fill(starts, ABSENT);
        if (nested) {
            for (WantedMembers within : inside) {
                if (within != null) {
                    within.clear();
                }
            }
        }
    }

    /** Looks for the members in a cleared state; false when the slice is not an object. */
    boolean scan(byte[] bytes, int offset, int length) {
        if (!members.openObject(bytes, offset, length, Integer.MAX_VALUE)) {
            return false;
        }
        while (members.next()) {
            int member = members.nameEscaped() ? memberOfDecodedName() : memberOfName(bytes);
            if (member != ABSENT) {
                starts[member] = members.valueStart();
                ends[member] = members.valueEnd();
                integral[member] = members.integral();
            }
        }
        if (nested) {
            scanInside(bytes);
        }
        return true;
    }

    private void scanInside(byte[] bytes) {
        for (int i = 0; i < byName.size(); i++) {
            WantedMembers within = inside[i];
            if (within != null && starts[i] != ABSENT && bytes[starts[i]] == '{') {
                within.scan(bytes, starts[i], ends[i] - starts[i]);
            }
        }
    }

    private int memberOfDecodedName() {
        Integer member = byName.get(members.name());
        return member == null ? ABSENT : member;
    }

    private int memberOfName(byte[] bytes) {
        int start = members.nameStart();
        int end = members.nameEnd();
        int at = hash(bytes, start, end);
        while (table[at] != ABSENT) {
            byte[] name = names[table[at]];
            if (Arrays.equals(name, 0, name.length, bytes, start, end)) {
                return table[at];
            }
            at = (at + 1) & (table.length - 1);
        }
        return ABSENT;
    }

    private int hash(byte[] name, int start, int end) {
        return NameHash.of(name, start, end) & (table.length - 1);
    }

    /** Returns where a member's value starts, or {@link #ABSENT}. */
    int start(int member) {
        return starts[member];
    }

    int end(int member) {
        return ends[member];
    }

    /** Returns whether a member's value, when a number, has neither fraction nor exponent. */
    boolean integral(int member) {
        return integral[member];
    }
}
