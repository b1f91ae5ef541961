package io.rochedb.benchmarks.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Processes that keep the cores from falling asleep: one a core, in the scheduling class that runs only when nothing else wants to.
 *
 * <p>Waking a core of a virtual machine may take longer than a point read. Whether a client and a server that wait for each other pay for it depends on the cores they
 * happen to be put on, so that without this a row says which peer was lucky. It needs {@code chrt} and {@code timeout}.
 */
final class Wakefulness implements AutoCloseable {
    /** They end by themselves should nobody end them. */
    private static final String LIMIT_SECONDS = "600";

    private final List<Process> spinning = new ArrayList<>();

    /** Starts them; none where the tools are not there. */
    Wakefulness() throws IOException {
        Optional<Path> idle = Server.find("chrt");
        Optional<Path> timeout = Server.find("timeout");
        if (idle.isEmpty() || timeout.isEmpty()) {
            return;
        }
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            spinning.add(new ProcessBuilder(
                            timeout.get().toString(),
                            LIMIT_SECONDS,
                            idle.get().toString(),
                            "--idle",
                            "0",
                            "sh",
                            "-c",
                            "while :; do :; done")
                    .start());
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "stop-spinning"));
    }

    boolean isKept() {
        return !spinning.isEmpty();
    }

    @Override
    public void close() {
        for (Process process : spinning) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }
}
