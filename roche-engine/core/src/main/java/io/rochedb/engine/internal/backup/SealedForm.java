package io.rochedb.engine.internal.backup;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Contents encrypted with keys that come from a password; names tell nothing of them.
 *
 * <pre>
 *   master key   PBKDF2-HMAC-SHA256(password, salt, iterations), 256 bits; three keys are HMAC-SHA256(master, purpose)
 *   name         HMAC-SHA256(names key, SHA-256 of the contents), hex
 *   file         "RSEAL" 1 (6 bytes)  salt (16 bytes)  chunks
 *   chunk        AES-256-GCM of up to 16 KiB under HMAC-SHA256(files key, salt), the tag (16 bytes) behind it
 *   nonce        1 for the last chunk of a file, else 0 (1 byte)  0 (3 bytes)  number of the chunk from 0 (8 bytes); authenticated with it: the first 22 bytes
 * </pre>
 *
 * Each file has a key of its own, so no nonce comes twice; a chunk that is missing, moved, cut off or behind the last does not decrypt. Thread-safe.
 */
final class SealedForm implements FileForm {
    static final int ITERATIONS = 600_000;
    static final int SALT_BYTES = 16;
    private static final int ITERATIONS_MAX = 10_000_000;
    private static final int KEY_BITS = 256;
    private static final int TAG_BYTES = 16;
    /** Small, so that the cipher, which a JVM compiles after so many calls, is soon fast. */
    static final int CHUNK_BYTES = 16 << 10;

    private static final byte[] MAGIC = {'R', 'S', 'E', 'A', 'L', 1};
    private static final int HEADER_BYTES = MAGIC.length + SALT_BYTES;

    private final byte[] namesKey;
    private final byte[] filesKey;
    private final byte[] check;

    private SealedForm(byte[] master) {
        namesKey = hmac(master, text("names"));
        filesKey = hmac(master, text("files"));
        check = hmac(master, text("check"));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Derives the keys; takes a good part of a second, on purpose. */
    static SealedForm of(String password, byte[] salt, int iterations) {
        if (password.isEmpty()) {
            throw new RocheException(ErrorCode.INVALID_PARAMETER, "the password of a backup cannot be empty");
        }
        if (iterations < ITERATIONS || iterations > ITERATIONS_MAX) {
            throw new RocheException(
                    ErrorCode.STORE_FORMAT,
                    "the backup's key takes " + iterations + " iterations; this version of RocheDB takes " + ITERATIONS
                            + " to " + ITERATIONS_MAX);
        }
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, KEY_BITS);
        try {
            return new SealedForm(SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } finally {
            spec.clearPassword();
        }
    }

    static byte[] newSalt() {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return salt;
    }

    /** Returns what shows that a password is the right one. */
    byte[] check() {
        return check.clone();
    }

    boolean hasCheck(byte[] other) {
        return MessageDigest.isEqual(check, other);
    }

    private static byte[] hmac(byte[] key, byte[] text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String name(byte[] sha256) {
        return HexFormat.of().formatHex(hmac(namesKey, sha256));
    }

    /** The chunks of one file, in order. */
    private final class Chunks {
        private final SecretKeySpec key;
        private final byte[] header;
        private long number;

        Chunks(byte[] header) {
            this.header = header;
            key = new SecretKeySpec(hmac(filesKey, Arrays.copyOfRange(header, MAGIC.length, HEADER_BYTES)), "AES");
        }

        byte[] next(int mode, byte[] chunk, int length, boolean last) throws GeneralSecurityException {
            byte[] nonce = ByteBuffer.allocate(12)
                    .put(0, (byte) (last ? 1 : 0))
                    .putLong(4, number)
                    .array();
            number++;
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * 8, nonce));
            cipher.updateAAD(header);
            return cipher.doFinal(chunk, 0, length);
        }
    }

    @Override
    public OutputStream writing(OutputStream to) throws IOException {
        byte[] header =
                ByteBuffer.allocate(HEADER_BYTES).put(MAGIC).put(newSalt()).array();
        to.write(header);
        return new Sealing(to, new Chunks(header));
    }

    private static final class Sealing extends OutputStream {
        private final OutputStream to;
        private final Chunks chunks;
        private final byte[] chunk = new byte[CHUNK_BYTES];
        private int length;
        private boolean closed;

        Sealing(OutputStream to, Chunks chunks) {
            this.to = to;
            this.chunks = chunks;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            int from = offset;
            while (from < offset + count) {
                // A full chunk waits for the next byte: until then it may be the last.
                if (length == CHUNK_BYTES) {
                    put(false);
                }
                int taken = Math.min(CHUNK_BYTES - length, offset + count - from);
                System.arraycopy(bytes, from, chunk, length, taken);
                length += taken;
                from += taken;
            }
        }

        private void put(boolean last) throws IOException {
            try {
                to.write(chunks.next(Cipher.ENCRYPT_MODE, chunk, length, last));
            } catch (GeneralSecurityException e) {
                throw new IOException("encrypting failed: " + e.getMessage(), e);
            }
            length = 0;
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                put(true);
                to.close();
            }
        }
    }

    @Override
    public InputStream reading(InputStream from) throws IOException {
        byte[] header = from.readNBytes(HEADER_BYTES);
        if (header.length < HEADER_BYTES || !Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            from.close();
            throw new DamagedException("is no encrypted file of a backup");
        }
        return new Opening(from, new Chunks(header));
    }

    private static final class Opening extends InputStream {
        private final InputStream from;
        private final Chunks chunks;
        /** One more than a chunk: whether there is a next one tells whether this is the last. */
        private final byte[] sealed = new byte[CHUNK_BYTES + TAG_BYTES + 1];

        private int held;
        private boolean ended;
        private InputStream chunk = new ByteArrayInputStream(new byte[0]);

        Opening(InputStream from, Chunks chunks) {
            this.from = from;
            this.chunks = chunks;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            if (count == 0) {
                return 0;
            }
            int read = chunk.read(bytes, offset, count);
            while (read < 0 && !ended) {
                next();
                read = chunk.read(bytes, offset, count);
            }
            return read;
        }

        private void next() throws IOException {
            held += from.readNBytes(sealed, held, sealed.length - held);
            boolean last = held < sealed.length;
            int length = last ? held : sealed.length - 1;
            try {
                if (length < TAG_BYTES) {
                    throw new DamagedException("is cut off");
                }
                chunk = new ByteArrayInputStream(chunks.next(Cipher.DECRYPT_MODE, sealed, length, last));
            } catch (AEADBadTagException e) {
                throw new DamagedException("was changed, or is cut off");
            } catch (GeneralSecurityException e) {
                throw new IOException("decrypting failed: " + e.getMessage(), e);
            }
            held -= length;
            sealed[0] = sealed[length];
            ended = last;
        }

        @Override
        public void close() throws IOException {
            from.close();
        }
    }
}
