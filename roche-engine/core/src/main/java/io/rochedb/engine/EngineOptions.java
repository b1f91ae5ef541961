package io.rochedb.engine;

import io.rochedb.engine.spi.EngineClock;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How to open an engine.
 *
 * @param directory the store's directory, or null for a memory engine
 * @param durability what a commit waits for (file stores only)
 * @param nodes number of logical nodes, 1 to 65535; fixed in a store when it is created, 0 for "as stored, 8 for a new one"
 * @param memoryBudgetBytes most bytes of payload, vectors, row tables and indexes held in memory; a file store reads the rest from disk, what must be in
 *     memory and does not fit is {@code OUT_OF_MEMORY_BUDGET}
 * @param readOnly open without writing; every write is {@code READ_ONLY_TRANSACTION}
 * @param createIfMissing create the store when the directory does not exist or is empty
 * @param clock time
 * @param limits bounds of single values
 */
public record EngineOptions(
        @Nullable Path directory,
        Durability durability,
        int nodes,
        long memoryBudgetBytes,
        boolean readOnly,
        boolean createIfMissing,
        EngineClock clock,
        Limits limits) {

    public static final int DEFAULT_NODES = 8;

    /** What a commit waits for. */
    public enum Durability {
        /** The commit is in the process's queue: a killed process loses at most 256 operations or 1 ms. */
        BUFFERED,
        /** The commit is synced to disk. */
        STRONG
    }

    /**
     * Bounds checked before anything is written.
     *
     * @param payloadBytesMax largest payload (64 MiB)
     * @param vectorDimensionMax largest vector (16,384)
     * @param jsonDepthMax deepest JSON nesting (1,000)
     * @param transactionOperationsMax most operations of one transaction (1,000,000)
     * @param transactionBytesMax most payload and vector bytes of one transaction (1 GiB): it is written as one batch
     */
    public record Limits(
            int payloadBytesMax,
            int vectorDimensionMax,
            int jsonDepthMax,
            int transactionOperationsMax,
            long transactionBytesMax) {
        private static final long TRANSACTION_BYTES_MAX = 1L << 30;

        public static final Limits DEFAULT = new Limits(64 << 20, 16_384, 1_000, 1_000_000, TRANSACTION_BYTES_MAX);

        /** Limits with the default bound of a transaction's bytes. */
        public Limits(int payloadBytesMax, int vectorDimensionMax, int jsonDepthMax, int transactionOperationsMax) {
            this(payloadBytesMax, vectorDimensionMax, jsonDepthMax, transactionOperationsMax, TRANSACTION_BYTES_MAX);
        }
    }

    public EngineOptions {
        if (nodes < 0 || nodes > 65_535) {
            throw new RocheException(ErrorCode.INVALID_PARAMETER, "nodes must be in 1..65535, not " + nodes);
        }
        if (memoryBudgetBytes <= 0) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER, "memoryBudget must be positive, not " + memoryBudgetBytes);
        }
    }

    /** Returns the options of a memory engine with every default: 8 nodes, half the maximum heap. */
    public static EngineOptions memory() {
        return new EngineOptions(
                null,
                Durability.BUFFERED,
                0,
                Math.max(1, Runtime.getRuntime().maxMemory() / 2),
                false,
                true,
                EngineClock.system(),
                Limits.DEFAULT);
    }

    /** Returns the options of a durable engine with every default: strong, 8 nodes for a new store, half the maximum heap. */
    public static EngineOptions file(Path directory) {
        EngineOptions memory = memory();
        return new EngineOptions(
                directory, Durability.STRONG, 0, memory.memoryBudgetBytes, false, true, memory.clock, Limits.DEFAULT);
    }

    public EngineOptions withDurability(Durability newDurability) {
        return new EngineOptions(
                directory, newDurability, nodes, memoryBudgetBytes, readOnly, createIfMissing, clock, limits);
    }

    public EngineOptions withClock(EngineClock newClock) {
        return new EngineOptions(
                directory, durability, nodes, memoryBudgetBytes, readOnly, createIfMissing, newClock, limits);
    }

    public EngineOptions withNodes(int newNodes) {
        return new EngineOptions(
                directory, durability, newNodes, memoryBudgetBytes, readOnly, createIfMissing, clock, limits);
    }

    public EngineOptions withMemoryBudget(long bytes) {
        return new EngineOptions(directory, durability, nodes, bytes, readOnly, createIfMissing, clock, limits);
    }

    public EngineOptions withReadOnly(boolean newReadOnly) {
        return new EngineOptions(
                directory, durability, nodes, memoryBudgetBytes, newReadOnly, createIfMissing, clock, limits);
    }

    public EngineOptions withCreateIfMissing(boolean create) {
        return new EngineOptions(directory, durability, nodes, memoryBudgetBytes, readOnly, create, clock, limits);
    }

    public EngineOptions withLimits(Limits newLimits) {
        return new EngineOptions(
                directory, durability, nodes, memoryBudgetBytes, readOnly, createIfMissing, clock, newLimits);
    }
}
