package io.rochedb.engine.internal.ring;

/** The vector slots of a ring in memory, block by block. */
final class SlotBlocks implements RingReader.Vectors {
    private final RingReader reader;
    private final float[] components;
    private final int dimension;
    private final int max;
    private final int slots;
    private int from;
    private int count;

    SlotBlocks(RingReader reader, boolean normalised, int max) {
        this.reader = reader;
        components = normalised ? reader.normalisedSlots() : reader.originalSlots();
        dimension = reader.dimension();
        this.max = max;
        slots = reader.slots();
    }

    @Override
    public boolean next() {
        from += count;
        count = Math.min(max, slots - from);
        return count > 0;
    }

    @Override
    public float[] components() {
        return components;
    }

    @Override
    public int offset() {
        return from * dimension;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int row(int i) {
        return reader.rowOfSlot(from + i);
    }
}
