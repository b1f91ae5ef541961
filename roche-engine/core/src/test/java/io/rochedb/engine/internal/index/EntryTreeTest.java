package io.rochedb.engine.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.rochedb.engine.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EntryTreeTest {
    private static IndexEntry entry(Random random) {
        byte[] key = new byte[random.nextInt(12)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : 7);
        }
        return new IndexEntry(key, random.nextInt(3));
    }

    private static List<IndexEntry> from(EntryTree tree, byte[] key) {
        List<IndexEntry> found = new ArrayList<>();
        tree.visit(key, found::add);
        return found;
    }

    private static void assertSameEntries(Iterable<IndexEntry> expected, List<IndexEntry> actual) {
        int at = 0;
        for (IndexEntry entry : expected) {
            assertSame(entry, actual.get(at++));
        }
        assertEquals(at, actual.size());
    }

    /** Against a sorted set, with readers that keep looking at a tree published long ago. */
    @Test
    void holdsWhatASortedSetHolds() {
        Random random = Seeds.random("EntryTreeTest");
        for (int round = 0; round < 4; round++) {
            EntryTree tree = new EntryTree();
            TreeSet<IndexEntry> model = new TreeSet<>(IndexEntry::compareTo);
            List<IndexEntry> published = List.of();
            for (int step = 0; step < 20_000; step++) {
                IndexEntry entry = entry(random);
                boolean growing = step < 12_000;
                if (random.nextInt(10) < (growing ? 7 : 2)) {
                    IndexEntry there = tree.add(entry);
                    assertSame(model.contains(entry) ? model.floor(entry) : null, there);
                    if (there == null) {
                        model.add(entry);
                    }
                } else {
                    IndexEntry victim = model.isEmpty() || random.nextInt(5) == 0 ? null : model.ceiling(entry);
                    IndexEntry removed = victim == null ? entry : victim;
                    assertEquals(model.remove(removed), tree.remove(removed));
                    assertNull(tree.find(removed));
                }
                if (step % 997 == 0) {
                    assertSameEntries(published, from(tree, new byte[0]));
                    tree.publish();
                    published = List.copyOf(model);
                    byte[] key = entry(random).key;
                    assertSameEntries(model.tailSet(new IndexEntry(key, 0)), from(tree, key));
                }
            }
        }
    }

    @Test
    void entriesInOrderAndBackToNothing() {
        EntryTree tree = new EntryTree();
        List<IndexEntry> all = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            all.add(new IndexEntry(new byte[] {(byte) (i >> 8), (byte) i}, i));
            assertNull(tree.add(all.get(i)));
        }
        tree.publish();
        all.sort((a, b) -> Arrays.compareUnsigned(a.key, b.key));
        assertSameEntries(all, from(tree, new byte[0]));
        for (IndexEntry entry : all) {
            assertNotNull(tree.find(entry));
            tree.remove(entry);
        }
        tree.publish();
        assertSameEntries(List.of(), from(tree, new byte[0]));
        tree.add(all.get(3));
        tree.publish();
        assertSameEntries(List.of(all.get(3)), from(tree, new byte[0]));
    }

    /** What comes before all that is there goes into the first child, whose entry in its parent is greater by then. */
    @Test
    void everyEntryIsFoundWhileLowerOnesAreAdded() {
        Random random = Seeds.random("EntryTreeTest lower");
        for (int round = 0; round < 6; round++) {
            EntryTree tree = new EntryTree();
            List<IndexEntry> all = new ArrayList<>();
            for (int i = 0; i < 1_500; i++) {
                int number = 60_000 - i * 30 + (round == 0 ? 0 : random.nextInt(300));
                IndexEntry entry = new IndexEntry(new byte[] {(byte) (number >> 8), (byte) number}, i);
                assertNull(tree.add(entry));
                all.add(entry);
                if (round % 3 == 2 && random.nextInt(3) == 0) {
                    assertEquals(true, tree.remove(all.remove(random.nextInt(all.size()))));
                }
                if (i % 7 == 0) {
                    all.forEach(one -> assertSame(one, tree.find(one)));
                    tree.publish();
                }
            }
            tree.publish();
            all.sort(IndexEntry::compareTo);
            assertSameEntries(all, from(tree, new byte[0]));
        }
    }
}
