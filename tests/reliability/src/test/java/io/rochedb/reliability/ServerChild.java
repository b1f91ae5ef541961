package io.rochedb.reliability;

import io.rochedb.server.ServerConfig;
import io.rochedb.server.ServerProcess;
import java.nio.file.Path;
import java.util.Map;

/** A server over a durable store, in a process of its own that is killed. */
final class ServerChild {
    static final String READY = "listening: ";

    private ServerChild() {}

    /** Arguments: the directory of the store, and the port. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws Exception {
        ServerProcess server = ServerProcess.start(ServerConfig.of(
                Map.of("galaxy.main", args[0], "tcpPort", args[1], "insecureLocal", "true"), Path.of("")));
        System.out.print(server.describe());
        System.out.flush();
        server.awaitClose();
    }
}
