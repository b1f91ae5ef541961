package io.rochedb.server.internal.tcp;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A socket of which another thread can tell whether its client has hung up while nobody reads it.
 *
 * <p>Only a read tells, so {@link #isHungUp} reads what is there and keeps it for the next reader; encryption, which reads from here, notices
 * nothing. Beyond its buffer it looks no further: a client that sends so much ahead is there.
 */
final class PeekableSocket extends Socket {
    private static final int BUFFER_BYTES = 8 << 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final byte[] ahead = new byte[BUFFER_BYTES];
    private int start;
    private int end;

    /** Listens for clients with such sockets. */
    static final class Listener extends ServerSocket {
        Listener() throws IOException {
            super();
        }

        @Override
        public PeekableSocket accept() throws IOException {
            PeekableSocket accepted = new PeekableSocket();
            implAccept(accepted);
            return accepted;
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new Buffered(super.getInputStream());
    }

    /** Returns whether the client has closed its side, or the connection is broken; false while somebody reads, who will notice. */
    boolean isHungUp() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            if (start == end) {
                start = 0;
                end = 0;
            }
            if (end == ahead.length) {
                return false;
            }
            setSoTimeout(1);
            try {
                int read = super.getInputStream().read(ahead, end, ahead.length - end);
                end += Math.max(0, read);
                return read < 0;
            } catch (SocketTimeoutException e) {
                return false;
            } finally {
                setSoTimeout(0);
            }
        } catch (IOException e) {
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** What was read ahead, then what comes. */
    private final class Buffered extends InputStream {
        private final InputStream socket;

        Buffered(InputStream socket) {
            this.socket = socket;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            int read = read(one, 0, 1);
            return read < 0 ? read : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            lock.lock();
            try {
                if (start == end) {
                    return socket.read(into, offset, length);
                }
                int read = Math.min(length, end - start);
                System.arraycopy(ahead, start, into, offset, read);
                start += read;
                return read;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int available() throws IOException {
            if (!lock.tryLock()) {
                // somebody waits for what comes
                return 0;
            }
            try {
                return end - start + socket.available();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
