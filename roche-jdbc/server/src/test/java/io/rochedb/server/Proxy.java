package io.rochedb.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Passes bytes between clients and a server until it is told to cut them off, or to do so when a client says something next. */
final class Proxy implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean swallow;
    private volatile CountDownLatch swallowed = new CountDownLatch(1);

    Proxy(int target) throws IOException {
        this.target = target;
        run(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    String url() {
        return "jdbc:roche://127.0.0.1:" + port() + "/main";
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // the other end is gone
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = socket.accept();
            if (socket.isClosed()) {
                // accepted by a thread that had not yet heard of the end
                client.close();
                return;
            }
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(client);
            sockets.add(server);
            run(() -> pass(client, server, true));
            run(() -> pass(server, client, false));
        }
    }

    private void pass(Socket from, Socket to, boolean ofClient) throws IOException {
        byte[] buffer = new byte[8192];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (swallow && !ofClient) {
                    // the server has done it, and nobody will hear of it
                    swallow = false;
                    swallowed.countDown();
                    return;
                }
                out.write(buffer, 0, read);
            }
        }
    }

    /** Cuts the connection when the server answers next: its answer is lost. */
    void swallowNextAnswer() {
        swallowed = new CountDownLatch(1);
        swallow = true;
    }

    /** Cuts every connection now. */
    void cut() throws IOException {
        for (Socket open : sockets) {
            open.close();
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        cut();
    }
}
