package io.rochedb.benchmarks.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** The floor: bytes that come back as they went. */
final class EchoClient implements Client {
    private static final int BYTES = 64;

    private final Socket socket;
    private final byte[] buffer = new byte[BYTES];

    EchoClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
    }

    @Override
    public void get(int number) throws IOException {
        socket.getOutputStream().write(buffer);
        Client.expect(BYTES, socket.getInputStream().readNBytes(buffer, 0, BYTES));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
