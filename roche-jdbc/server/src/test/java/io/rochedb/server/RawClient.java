package io.rochedb.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.wire.FrameInput;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireReader;
import io.rochedb.jdbc.wire.WireWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** A client of a test that says what it is told to, frame by frame or byte by byte. */
final class RawClient implements AutoCloseable {
    private static final int WAIT_MILLIS = 20_000;

    private final Socket socket;
    private final WireWriter out = new WireWriter(64, 16 << 20);
    private final FrameInput in;

    RawClient(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    RawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new FrameInput(socket.getInputStream(), 16 << 20, () -> {});
        socket.setSoTimeout(WAIT_MILLIS);
    }

    Socket socket() {
        return socket;
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void send(int type, Consumer<WireWriter> body) throws IOException {
        out.reset();
        out.begin(type, 1);
        body.accept(out);
        out.end();
        socket.getOutputStream().write(out.bytes(), 0, out.size());
    }

    /** Sends a statement without parameters and without a number, and asks for about so many bytes of rows. */
    void execute(String sql, int wantedBytes) throws IOException {
        send(Protocol.EXECUTE, body -> {
            body.u8(Protocol.WITH_TEXT);
            body.varint(0);
            body.text(sql);
            body.varint(0);
            body.varint(wantedBytes);
            body.varint(0);
            body.varint(0);
        });
    }

    WireReader answer(int type) throws IOException {
        byte[] body = in.next();
        assertNotNull(body, "the server closed the connection");
        assertEquals(type, in.type());
        WireReader reader = new WireReader(body, 0, body.length);
        reader.u8();
        reader.varint();
        return reader;
    }

    Failure failure() throws IOException {
        return Parts.failure(answer(Protocol.FAILURE));
    }

    void assertClosed() throws IOException {
        try {
            for (int read = 0; read >= 0; ) {
                read = socket.getInputStream().read();
            }
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            // reset is closed too
        }
    }

    void hello(String user) throws IOException {
        send(Protocol.HELLO, body -> {
            body.raw(Protocol.MAGIC.getBytes(StandardCharsets.US_ASCII));
            body.varint(Protocol.VERSION);
            body.varint(Protocol.VERSION);
            body.optionalText(null);
            body.text(user);
            body.text("0123456789abcdef");
            body.varint(0);
        });
    }

    /** Logs in where everybody is let in. */
    void login() throws IOException {
        hello("");
        answer(Protocol.READY);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
