package io.rochedb.engine.internal.index;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Index entries in order: a B+ tree whose published nodes never change, so that readers walk it without a lock.
 *
 * <p>One writer. It copies a node before it changes it, once between two {@link #publish publishings}; readers have the tree as it was last
 * published. Nodes hold the first eight bytes of each key beside the entries, so that a search mostly touches arrays alone. A node that becomes empty is
 * taken out, one that becomes small is left.
 */
final class EntryTree {
    private static final int NODE_ENTRIES = 64;
    private static final int FIRST_ENTRIES = 4;

    private Node root = Node.leaf(this);
    private volatile Node published = root;
    /** Nodes of this owner are not published yet and may be changed in place. */
    private Object owner = new Object();
    /** What an insertion split off to the right, on its way to the parent. */
    private @Nullable Node split;

    /** A node: entries in a leaf; in an inner node children, each with an entry that none in it is below (the first child's is not looked at). */
    private static final class Node {
        final Object owner;
        int size;
        long[] heads;
        IndexEntry[] entries;
        Node @Nullable [] children;

        private Node(Object owner, int size, long[] heads, IndexEntry[] entries, Node @Nullable [] children) {
            this.owner = owner;
            this.size = size;
            this.heads = heads;
            this.entries = entries;
            this.children = children;
        }

        static Node leaf(Object owner) {
            return new Node(owner, 0, new long[FIRST_ENTRIES], new IndexEntry[FIRST_ENTRIES], null);
        }

        static Node inner(Object owner) {
            return new Node(owner, 0, new long[FIRST_ENTRIES], new IndexEntry[FIRST_ENTRIES], new Node[FIRST_ENTRIES]);
        }

        Node copy(Object newOwner) {
            Node[] below = children;
            return new Node(newOwner, size, heads.clone(), entries.clone(), below == null ? null : below.clone());
        }

        Node child(int at) {
            return Objects.requireNonNull(children)[at];
        }

        /** Returns the place of the first entry at or after one. */
        int ceiling(IndexEntry entry, long head) {
            return ceiling(entry, head, 0);
        }

        private int ceiling(IndexEntry entry, long head, int from) {
            int low = from;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                long at = heads[middle];
                boolean below = at != head ? at < head : entries[middle].compareTo(entry) < 0;
                low = below ? middle + 1 : low;
                high = below ? high : middle;
            }
            return low;
        }

        /** Returns the child in which an entry is, if anywhere. */
        int childOf(IndexEntry entry, long head) {
            // The first child's entry may be greater than what was added to it, and than those of the children split
            // off it.
            int at = ceiling(entry, head, 1);
            boolean same = at < size && heads[at] == head && entries[at].compareTo(entry) == 0;
            return same ? at : at - 1;
        }

        /** Makes room for so many entries: twice as much as there was, up to a full node. */
        private void ensure(int needed) {
            if (needed > heads.length) {
                int capacity = Math.min(NODE_ENTRIES, Math.max(needed, heads.length * 2));
                heads = Arrays.copyOf(heads, capacity);
                entries = Arrays.copyOf(entries, capacity);
                children = children == null ? null : Arrays.copyOf(children, capacity);
            }
        }

        void insert(int at, long head, IndexEntry entry, @Nullable Node child) {
            ensure(size + 1);
            System.arraycopy(heads, at, heads, at + 1, size - at);
            System.arraycopy(entries, at, entries, at + 1, size - at);
            heads[at] = head;
            entries[at] = entry;
            if (children != null && child != null) {
                System.arraycopy(children, at, children, at + 1, size - at);
                children[at] = child;
            }
            size++;
        }

        @SuppressWarnings("NullAway") // A place behind the last entry holds nothing.
        void remove(int at) {
            System.arraycopy(heads, at + 1, heads, at, size - at - 1);
            System.arraycopy(entries, at + 1, entries, at, size - at - 1);
            entries[size - 1] = null;
            if (children != null) {
                System.arraycopy(children, at + 1, children, at, size - at - 1);
                children[size - 1] = null;
            }
            size--;
        }

        /** Moves what is from a place on to a new node. */
        Node splitAt(int at, Object newOwner) {
            Node right = children == null ? leaf(newOwner) : inner(newOwner);
            right.ensure(size - at);
            right.size = size - at;
            System.arraycopy(heads, at, right.heads, 0, right.size);
            System.arraycopy(entries, at, right.entries, 0, right.size);
            Arrays.fill(entries, at, size, null);
            if (children != null) {
                System.arraycopy(children, at, Objects.requireNonNull(right.children), 0, right.size);
                Arrays.fill(children, at, size, null);
            }
            size = at;
            return right;
        }
    }

    /** Returns the first eight bytes of a key as a number of the same order. */
    private static long head(byte[] key) {
        long head = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            head = head << Byte.SIZE | (i < key.length ? key[i] & 0xFF : 0);
        }
        return head ^ Long.MIN_VALUE;
    }

    // Writing.

    /** Lets readers see what has been changed. */
    void publish() {
        if (published != root) {
            owner = new Object();
            published = root;
        }
    }

    /** Adds an entry; returns the equal one that is there already, else null. */
    @Nullable
    IndexEntry add(IndexEntry entry) {
        long head = head(entry.key);
        IndexEntry there = find(root, entry, head);
        if (there != null) {
            return there;
        }
        root = insert(root, entry, head);
        Node right = split;
        if (right != null) {
            split = null;
            Node top = Node.inner(owner);
            top.insert(0, root.heads[0], root.entries[0], root);
            top.insert(1, right.heads[0], right.entries[0], right);
            root = top;
        }
        return null;
    }

    private Node owned(Node node) {
        return node.owner == owner ? node : node.copy(owner);
    }

    private Node insert(Node old, IndexEntry entry, long head) {
        Node node = owned(old);
        Node[] children = node.children;
        if (children == null) {
            return put(node, node.ceiling(entry, head), head, entry, null);
        }
        int at = node.childOf(entry, head);
        children[at] = insert(children[at], entry, head);
        Node right = split;
        if (right == null) {
            return node;
        }
        split = null;
        return put(node, at + 1, right.heads[0], right.entries[0], right);
    }

    /** Puts an entry into a node, splitting it when it is full: in the middle, or, when entries come in order, at the end. */
    private Node put(Node node, int at, long head, IndexEntry entry, @Nullable Node child) {
        if (node.size < NODE_ENTRIES) {
            node.insert(at, head, entry, child);
            return node;
        }
        Node right = node.splitAt(at == NODE_ENTRIES ? NODE_ENTRIES - 1 : NODE_ENTRIES / 2, owner);
        if (at > node.size) {
            right.insert(at - node.size, head, entry, child);
        } else {
            node.insert(at, head, entry, child);
        }
        split = right;
        return node;
    }

    /** Removes the entry equal to one; returns whether it was there. */
    boolean remove(IndexEntry entry) {
        long head = head(entry.key);
        if (find(root, entry, head) == null) {
            return false;
        }
        root = remove(root, entry, head);
        while (root.children != null && root.size <= 1) {
            root = root.size == 0 ? Node.leaf(owner) : root.child(0);
        }
        return true;
    }

    private Node remove(Node old, IndexEntry entry, long head) {
        Node node = owned(old);
        Node[] children = node.children;
        if (children == null) {
            node.remove(node.ceiling(entry, head));
            return node;
        }
        int at = node.childOf(entry, head);
        children[at] = remove(children[at], entry, head);
        if (children[at].size == 0) {
            node.remove(at);
        }
        return node;
    }

    /** Returns the entry equal to one, for the writer. */
    @Nullable
    IndexEntry find(IndexEntry entry) {
        return find(root, entry, head(entry.key));
    }

    private static @Nullable IndexEntry find(Node root, IndexEntry entry, long head) {
        Node node = root;
        while (node.children != null) {
            node = node.child(node.childOf(entry, head));
        }
        int at = node.ceiling(entry, head);
        boolean found = at < node.size && node.heads[at] == head && node.entries[at].compareTo(entry) == 0;
        return found ? node.entries[at] : null;
    }

    // Reading.

    /** Hands the entries from a key on over, in order, until the visitor returns false. */
    void visit(byte[] from, Predicate<IndexEntry> visitor) {
        IndexEntry low = new IndexEntry(from, 0);
        visit(published, low, head(from), visitor);
    }

    private static boolean visit(Node node, IndexEntry low, long head, Predicate<IndexEntry> visitor) {
        Node[] children = node.children;
        if (children == null) {
            for (int i = node.ceiling(low, head); i < node.size; i++) {
                if (!visitor.test(node.entries[i])) {
                    return false;
                }
            }
            return true;
        }
        int first = node.childOf(low, head);
        for (int i = first; i < node.size; i++) {
            if (!visit(children[i], low, head, visitor)) {
                return false;
            }
        }
        return true;
    }
}
