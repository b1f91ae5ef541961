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

    /** Beginnings of members that are remembered, and how often one is: objects whose members come as they like are not worth it. */
    private static final int EXPECTED_MAX = 64;

    private static final int LEARNED_MAX = 256;

    private final Map<String, Integer> byName = new HashMap<>();
    private final JsonMembers members = new JsonMembers();
    private byte[][] names = new byte[MEMBERS_START][];
    private @Nullable WantedMembers[] inside = new WantedMembers[MEMBERS_START];
    private int[] starts = new int[MEMBERS_START];
    private int[] ends = new int[MEMBERS_START];
    private boolean[] integral = new boolean[MEMBERS_START];
    private boolean[] plain = new boolean[MEMBERS_START];
    /** How the members of objects scanned before began, in their order, and which ones they are: objects of one shape need no look-up. */
    private byte[][] beginnings = new byte[MEMBERS_START][];

    private int[] expected = new int[MEMBERS_START];
    private int expectedCount;
    private int learned;
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
        plain = Arrays.copyOf(plain, size);
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
        for (int i = 0; i < starts.length; i++) {
            starts[i] = ABSENT;
        }
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
        for (int i = 0; ; i++) {
            int member;
            if (i < expectedCount && members.nextIf(beginnings[i])) {
                member = expected[i];
            } else if (members.next()) {
                member = members.nameEscaped() ? memberOfDecodedName() : memberOfName(bytes);
                learn(i, member);
            } else {
                break;
            }
            if (member != ABSENT) {
                starts[member] = members.valueStart();
                ends[member] = members.valueEnd();
                integral[member] = members.integral();
                plain[member] = members.plain();
            }
        }
        if (nested) {
            scanInside(bytes);
        }
        return true;
    }

    private void learn(int i, int member) {
        if (i > expectedCount || i == EXPECTED_MAX || learned == LEARNED_MAX) {
            return;
        }
        learned++;
        if (i == expected.length) {
            expected = Arrays.copyOf(expected, i * 2);
            beginnings = Arrays.copyOf(beginnings, i * 2);
        }
        expected[i] = member;
        beginnings[i] = members.beginning();
        expectedCount = Math.max(expectedCount, i + 1);
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

    /** Returns whether a member's value, when a string, holds neither escapes nor anything but ASCII. */
    boolean plain(int member) {
        return plain[member];
    }

    /** Returns whether a member's value, when a number, has neither fraction nor exponent. */
    boolean integral(int member) {
        return integral[member];
    }
}
