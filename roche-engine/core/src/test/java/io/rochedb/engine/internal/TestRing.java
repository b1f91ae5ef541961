package io.rochedb.engine.internal;

import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.model.Codec;
import java.util.ArrayList;
import java.util.List;

/** A ring of payloads in a list, without vectors: what predicate and extraction tests read. */
public final class TestRing implements RingReader {
    private final List<byte[]> payloads = new ArrayList<>();
    private final List<Codec> codecs = new ArrayList<>();

    public TestRing add(byte[] payload, Codec codec) {
        payloads.add(payload);
        codecs.add(codec);
        return this;
    }

    @Override
    public String ring() {
        return "test/ring";
    }

    @Override
    public long ringKey() {
        return 77;
    }

    @Override
    public int dimension() {
        return 0;
    }

    @Override
    public long records() {
        return payloads.size();
    }

    @Override
    public long vectorRecords() {
        return 0;
    }

    @Override
    public Rows rows(boolean descending) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int row(long seq) {
        return (int) seq;
    }

    @Override
    public long seq(int row) {
        return row;
    }

    @Override
    public long createdMillis(int row) {
        return 0;
    }

    @Override
    public int epoch(int row) {
        return 0;
    }

    @Override
    public Codec codec(int row) {
        return codecs.get(row);
    }

    @Override
    public long writtenAtMillis(int row) {
        return 1_000L + row;
    }

    @Override
    public byte[] payloadArray(int row) {
        return payloads.get(row);
    }

    @Override
    public int payloadOffset(int row) {
        return 0;
    }

    @Override
    public int payloadLength(int row) {
        return payloads.get(row).length;
    }

    @Override
    public boolean hasVector(int row) {
        return false;
    }

    @Override
    public float[] vector(int row) {
        return null;
    }

    @Override
    public int slots() {
        return 0;
    }

    @Override
    public float[] normalisedSlots() {
        return new float[0];
    }

    @Override
    public float[] originalSlots() {
        return new float[0];
    }

    @Override
    public int rowOfSlot(int slot) {
        return NONE;
    }

    @Override
    public int[] stagedVectorRows() {
        return new int[0];
    }

    @Override
    public float[] stagedNormalised(int row) {
        throw new UnsupportedOperationException();
    }

    @Override
    public float[] stagedOriginal(int row) {
        throw new UnsupportedOperationException();
    }
}
