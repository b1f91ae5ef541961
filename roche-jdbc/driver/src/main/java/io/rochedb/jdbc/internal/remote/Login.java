package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.Scram;
import io.rochedb.jdbc.wire.SessionSettings;
import io.rochedb.jdbc.wire.WireReader;
import io.rochedb.jdbc.wire.WireWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server said when it let a client in.
 *
 * @param sessionId the number it gave the session
 * @param cancelKey what has to be shown to cancel what the session runs
 * @param frameMax the most bytes of a frame it takes
 */
record Login(
        long sessionId,
        byte[] cancelKey,
        String productVersion,
        String user,
        String schema,
        int frameMax,
        List<String> warnings) {

    private static final int NONCE_BYTES = 18;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Logs in over a link that was just made. */
    static Login over(Link link, RemoteAddress address, ConnectionSettings settings) {
        String user = settings.text(RocheProperty.USER, "");
        byte[] random = new byte[NONCE_BYTES];
        RANDOM.nextBytes(random);
        String nonce = Base64.getEncoder().encodeToString(random);
        WireWriter hello = link.begin(Protocol.HELLO);
        hello.raw(Protocol.MAGIC.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        hello.varint(Protocol.VERSION);
        hello.varint(Protocol.VERSION);
        hello.optionalText(galaxy(address, settings));
        hello.text(user);
        hello.text(nonce);
        Map<RocheProperty, String> sent = SessionSettings.of(settings);
        hello.varint(sent.size());
        sent.forEach((property, value) -> {
            hello.text(property.key());
            hello.text(value);
        });
        Link.Answer answer = link.await(link.send());
        byte[] salted = null;
        byte[] message = null;
        if (answer.type() == Protocol.CHALLENGE) {
            WireReader challenge = answer.body();
            String serverNonce = challenge.text();
            byte[] salt = challenge.blob();
            int iterations = challenge.varint(Scram.ITERATIONS_MAX);
            if (iterations < Scram.ITERATIONS_MIN || serverNonce.isEmpty() || salt.length == 0) {
                throw new RemoteFailure(RemoteFailure.LOGIN_REFUSED, "the server asks for a proof that would be weak");
            }
            salted = Scram.saltedPassword(password(settings), salt, iterations);
            message = Scram.authMessage(user, nonce, serverNonce, salt, iterations);
            link.begin(Protocol.PROOF).blob(Scram.clientProof(salted, message));
            answer = link.await(link.send());
        }
        if (answer.type() == Protocol.FAILURE) {
            throw new RemoteFailure(Parts.failure(answer.body()), null);
        }
        if (answer.type() != Protocol.READY) {
            throw link.garbled(new io.rochedb.jdbc.wire.WireException("no answer to a login"));
        }
        if (salted == null
                && isPasswordGiven(settings)
                && !isLoopback(link.host().name())) {
            throw new RemoteFailure(
                    RemoteFailure.LOGIN_REFUSED,
                    "the server did not prove that it knows the password of '" + user
                            + "': it asked for no proof; it may not be the server you mean");
        }
        return ready(answer.body(), salted, message);
    }

    private static Login ready(WireReader in, byte @Nullable [] salted, byte @Nullable [] message) {
        byte[] signature = in.blob();
        if (salted != null && message != null && !Scram.isSignature(salted, message, signature)) {
            throw new RemoteFailure(
                    RemoteFailure.LOGIN_REFUSED,
                    "the server does not prove that it knows the user's password; it may not be the server you mean");
        }
        return new Login(
                in.varint(),
                in.raw(Protocol.CANCEL_KEY_BYTES),
                in.text(),
                in.text(),
                in.text(),
                in.varint(Integer.MAX_VALUE),
                Parts.texts(in));
    }

    private static boolean isPasswordGiven(ConnectionSettings settings) {
        return settings.text(RocheProperty.PASSWORD) != null || settings.text(RocheProperty.PASSWORD_FILE) != null;
    }

    /** Returns whether a host is this machine whatever a name service says: there servers may let everybody in. */
    static boolean isLoopback(String host) {
        if (host.equals("localhost")) {
            return true;
        }
        boolean literal = host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
        try {
            return literal && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static @Nullable String galaxy(RemoteAddress address, ConnectionSettings settings) {
        String option = settings.text(RocheProperty.GALAXY);
        return option != null ? option : address.galaxy();
    }

    private static String password(ConnectionSettings settings) {
        String password = settings.text(RocheProperty.PASSWORD);
        String file = settings.text(RocheProperty.PASSWORD_FILE);
        if (password != null) {
            return password;
        }
        if (file == null) {
            throw new RemoteFailure(
                    new Failure(
                            RemoteFailure.LOGIN_REFUSED,
                            "the server asks for a password: set user and password or passwordFile",
                            false),
                    null);
        }
        try {
            return Files.readString(Path.of(file)).lines().findFirst().orElse("");
        } catch (IOException | IllegalArgumentException e) {
            throw new RemoteFailure(
                    RemoteFailure.BAD_VALUE, "passwordFile '" + file + "' cannot be read: " + e.getMessage(), e);
        }
    }
}
