package io.rochedb.jdbc.embedded.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The savepoints of one transaction, oldest first: those of {@code Connection.setSavepoint} and those of SAVEPOINT are the same.
 */
final class Savepoints {
    /** How many one transaction may have. */
    static final int SAVEPOINTS_MAX = 100_000;

    private static final AtomicLong NUMBERS = new AtomicLong();

    private record Savepoint(long number, @Nullable String name, int mark) {}

    private final List<Savepoint> open = new ArrayList<>();

    /** Adds a savepoint at a mark of the transaction and returns its number. */
    long add(@Nullable String name, int mark) {
        if (open.size() == SAVEPOINTS_MAX) {
            throw new RefusedException(
                    "3B002", "a transaction has at most " + SAVEPOINTS_MAX + " savepoints; release some");
        }
        long number = NUMBERS.incrementAndGet();
        open.add(new Savepoint(number, name, mark));
        return number;
    }

    /** Ends the savepoints after one, and returns its mark. */
    int backTo(long number) {
        return backTo(indexOf(number));
    }

    /** Ends the savepoints after the newest of a name, and returns its mark. */
    int backTo(String name) {
        return backTo(indexOf(name));
    }

    private int backTo(int index) {
        open.subList(index + 1, open.size()).clear();
        return open.get(index).mark;
    }

    /** Ends a savepoint and those after it; returns how many are left. */
    int release(long number) {
        return release(indexOf(number));
    }

    /** Ends the newest savepoint of a name and those after it; returns how many are left. */
    int release(String name) {
        return release(indexOf(name));
    }

    private int release(int index) {
        open.subList(index, open.size()).clear();
        return index;
    }

    private int indexOf(long number) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).number == number) {
                return i;
            }
        }
        throw new RefusedException("3B001", "the savepoint is not of this transaction, or was released");
    }

    private int indexOf(String name) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (name.equalsIgnoreCase(open.get(i).name)) {
                return i;
            }
        }
        throw new RefusedException("3B001", "savepoint '" + name + "' does not exist");
    }

    void clear() {
        open.clear();
    }
}
