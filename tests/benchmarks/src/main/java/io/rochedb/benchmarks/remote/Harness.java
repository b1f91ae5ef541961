package io.rochedb.benchmarks.remote;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Measures: peers take short turns, A B A B, so that what else the machine does falls on all of them alike. */
final class Harness {
    /** Added to what a turn may take before it counts as hanging. */
    private static final int PATIENCE_SECONDS = 20;

    private static final int STREAM_SECONDS = 8;

    /** Between the records that are read one after another. */
    private static final int STRIDE = 7919;

    /** Turns of many clients are longer by this. */
    private static final int THREADED_SLICES = 2;

    private static final int THREADED_TURNS = 3;

    private final Sizes sizes;
    private final Guard guard;
    private final long startNanos = System.nanoTime();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<Result> results = new ArrayList<>();

    Harness(Sizes sizes, Guard guard) {
        this.sizes = sizes;
        this.guard = guard;
    }

    List<Result> results() {
        return List.copyOf(results);
    }

    /** Does something once for a turn, with the clients of a peer. */
    @FunctionalInterface
    private interface Turn {
        Samples run(List<Client> clients) throws Exception;
    }

    /**
     * A row of the table.
     *
     * @param units records of a call
     * @param clients how many are asked at once
     * @param turnSeconds about how long a turn may take, beyond a slice
     */
    private record Row(
            String label,
            Predicate<Peer> takesPart,
            int units,
            int clients,
            int warmUps,
            int turns,
            int turnSeconds,
            Turn turn) {}

    /** A peer in a row: what it has done so far. */
    private static final class Entrant {
        private final Peer peer;
        private final List<Client> clients = new ArrayList<>();
        private final Samples samples = new Samples();
        private @Nullable Throwable failure;

        Entrant(Peer peer) {
            this.peer = peer;
        }
    }

    void run(List<Peer> peers) {
        for (Task task : Task.values()) {
            Predicate<Peer> takesPart = peer -> peer.tasks().contains(task);
            Turn turn = task == Task.STREAM ? this::stream : clients -> calls(task, clients, 1);
            run(
                    peers,
                    task == Task.STREAM
                            ? new Row(task.label(), takesPart, 1, 1, 1, sizes.streams(), STREAM_SECONDS, turn)
                            : new Row(
                                    task.label(), takesPart, task.units(), 1, sizes.warmUps(), sizes.turns(), 0, turn));
        }
        int warmUps = Math.min(1, sizes.warmUps());
        int turns = Math.min(THREADED_TURNS, sizes.turns());
        for (int count : sizes.threads()) {
            String label = Report.THREADED + count + " clients";
            Turn turn = clients -> calls(Task.GET, clients, THREADED_SLICES);
            run(peers, new Row(label, Peer::threaded, 1, count, warmUps, turns, 0, turn));
        }
    }

    private void run(List<Peer> peers, Row row) {
        boolean late = System.nanoTime() - startNanos > TimeUnit.SECONDS.toNanos(sizes.limitSeconds());
        List<Entrant> entrants =
                peers.stream().filter(row.takesPart).map(Entrant::new).toList();
        for (Entrant entrant : entrants) {
            attempt(entrant, PATIENCE_SECONDS, () -> {
                if (late) {
                    throw new IllegalStateException("no time was left");
                }
                for (int i = 0; i < row.clients; i++) {
                    entrant.clients.add(entrant.peer.opener().open());
                }
            });
        }
        for (int i = 0; i < row.warmUps + row.turns; i++) {
            boolean counts = i >= row.warmUps;
            for (Entrant entrant : entrants) {
                attempt(entrant, PATIENCE_SECONDS + row.turnSeconds, () -> take(row, entrant, counts));
            }
        }
        for (Entrant entrant : entrants) {
            close(entrant);
            Throwable failure = entrant.failure;
            String name = entrant.peer.name();
            results.add(
                    failure != null
                            ? Result.failed(row.label, name, failure)
                            : Result.of(row.label, name, row.units, entrant.samples));
        }
        System.err.printf(Locale.ROOT, "%s: done after %.0f s%n", row.label, (System.nanoTime() - startNanos) / 1e9);
    }

    private static void take(Row row, Entrant entrant, boolean counts) throws Exception {
        Server server = entrant.peer.server();
        long cpu = server.cpuNanos();
        long start = System.nanoTime();
        Samples taken = row.turn.run(entrant.clients);
        if (counts) {
            entrant.samples.addAll(taken);
            entrant.samples.turn(System.nanoTime() - start, server.cpuNanos() - cpu);
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }

    /** Does a step of one that has not failed before. */
    private void attempt(Entrant entrant, int seconds, Step step) {
        if (entrant.failure != null) {
            return;
        }
        try {
            guard.call(
                    () -> {
                        step.run();
                        return "";
                    },
                    seconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            entrant.failure = e;
        } catch (Exception | LinkageError e) {
            entrant.failure = e;
        }
    }

    private void close(Entrant entrant) {
        try {
            guard.call(
                    () -> {
                        for (Client client : entrant.clients) {
                            client.close();
                        }
                        return "";
                    },
                    PATIENCE_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            System.err.println("a client of " + entrant.peer.name() + " could not be closed: " + e);
        }
    }

    /** Lets each client do a task, again and again, for a turn. */
    private Samples calls(Task task, List<Client> clients, int slices) throws Exception {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos((long) slices * sizes.sliceMillis());
        if (clients.size() == 1) {
            return calls(task, clients.get(0), 0, until);
        }
        List<Future<Samples>> futures = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            Client client = clients.get(i);
            int first = i * sizes.records() / clients.size();
            futures.add(guard.threads().submit(() -> calls(task, client, first, until)));
        }
        Samples all = new Samples();
        for (Future<Samples> future : futures) {
            all.addAll(future.get());
        }
        return all;
    }

    private Samples calls(Task task, Client client, int first, long until) throws Exception {
        Samples samples = new Samples();
        long cpu = threads.getCurrentThreadCpuTime();
        int number = first;
        long before = System.nanoTime();
        do {
            task.run(client, number);
            long after = System.nanoTime();
            samples.add(after - before);
            before = after;
            number = (number + STRIDE) % sizes.records();
        } while (before < until);
        samples.clientCpu(threads.getCurrentThreadCpuTime() - cpu);
        return samples;
    }

    /** Streams once; a sample stands for a row. */
    private Samples stream(List<Client> clients) throws Exception {
        long cpu = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long rows = clients.get(0).stream(start + TimeUnit.SECONDS.toNanos(STREAM_SECONDS));
        Samples samples = Samples.ofRows(rows, System.nanoTime() - start);
        samples.clientCpu(threads.getCurrentThreadCpuTime() - cpu);
        return samples;
    }
}
