package io.rochedb.server.internal.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeekableSocketTest {
    @Test
    void looksKeepWhatComesInOrder() throws Exception {
        long seed = Long.getLong("roche.test.seed", System.nanoTime());
        System.out.println("PeekableSocketTest: -Droche.test.seed=" + seed);
        Random random = new Random(seed);
        byte[] sent = new byte[50_000];
        random.nextBytes(sent);
        try (PeekableSocket.Listener listener = new PeekableSocket.Listener()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
                    PeekableSocket server = listener.accept()) {
                assertFalse(server.isHungUp());
                int written = 0;
                int read = 0;
                byte[] got = new byte[sent.length];
                while (read < sent.length) {
                    int some = Math.min(sent.length - written, random.nextInt(12_000));
                    client.getOutputStream().write(sent, written, some);
                    written += some;
                    for (int looks = random.nextInt(3); looks > 0; looks--) {
                        assertFalse(server.isHungUp());
                    }
                    if (written > read) {
                        read += server.getInputStream()
                                .read(got, read, Math.min(written - read, 1 + random.nextInt(6_000)));
                    }
                }
                assertArrayEquals(sent, got);
                client.getOutputStream().write(7);
                client.shutdownOutput();
                while (!server.isHungUp()) {
                    Thread.onSpinWait();
                }
                assertTrue(server.isHungUp());
                assertEquals(7, server.getInputStream().read());
                assertEquals(-1, server.getInputStream().read());
            }
        }
    }
}
