package io.rochedb.benchmarks.remote;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.StoreTarget;
import io.rochedb.server.HttpOptions;
import io.rochedb.server.RocheServer;
import io.rochedb.server.TcpOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.h2.tools.Server;

/** A server in a JVM of its own: arguments its kind and a directory. Prints its ports and serves until its input ends. */
public final class ServerJvm {
    private static final int ECHO_BYTES = 64;
    private static final int BACKLOG = 128;

    private ServerJvm() {}

    public static void main(String[] args) throws IOException, SQLException {
        Path directory = Path.of(args[1]);
        switch (args[0]) {
            case "roche" -> roche(directory);
            case "h2" -> h2(directory);
            case "echo" -> echo();
            default -> throw new IllegalArgumentException("no kind of server: " + args[0]);
        }
        // Threads of a server may outlive its end.
        System.exit(0);
    }

    private static void serve(int... ports) throws IOException {
        System.out.println(Arrays.stream(ports).mapToObj(Integer::toString).collect(Collectors.joining(" ")));
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
    }

    private static void roche(Path directory) throws IOException {
        ConnectionSettings settings = new ConnectionSettings(Map.of(RocheProperty.DURABILITY, "buffered"));
        try (EmbeddedStore store = EmbeddedStore.open(new StoreTarget.Directory(directory.resolve("store")), settings);
                RocheServer server = RocheServer.builder()
                        .galaxy("main", store)
                        .tcp(TcpOptions.DEFAULT.withPort(0))
                        .http(HttpOptions.DEFAULT.withPort(0))
                        .insecureLocal()
                        .start()) {
            serve(server.tcpPort(), server.httpPort());
        }
    }

    private static void h2(Path directory) throws SQLException, IOException {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", directory.toString())
                .start();
        serve(server.getPort());
        server.stop();
    }

    /** Sends what came back, {@value #ECHO_BYTES} bytes at a time. */
    private static void echo() throws IOException {
        try (ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())) {
            Thread accepting = new Thread(() -> accept(server), "accept");
            accepting.setDaemon(true);
            accepting.start();
            serve(server.getLocalPort());
        }
    }

    private static void accept(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread thread = new Thread(() -> echo(socket), "echo");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            // the server was closed
        }
    }

    private static void echo(Socket socket) {
        byte[] buffer = new byte[ECHO_BYTES];
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            while (in.readNBytes(buffer, 0, buffer.length) == buffer.length) {
                out.write(buffer);
            }
        } catch (IOException e) {
            // the client has gone
        }
    }
}
