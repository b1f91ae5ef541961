package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * How a connection is encrypted: whose certificates are trusted, and whether the server's must be of the host that was asked for.
 */
final class Tls {
    private static final String VERIFY_FULL = "verify-full";
    private static final String VERIFY_CA = "verify-ca";
    private static final String DISABLE = "disable";

    private final SSLContext context;
    private final boolean checkHost;

    private Tls(SSLContext context, boolean checkHost) {
        this.context = context;
        this.checkHost = checkHost;
    }

    /** Returns the encryption that settings ask for, or null for none. */
    static @Nullable Tls of(ConnectionSettings settings) {
        String mode = settings.text(RocheProperty.TLS, DISABLE);
        String store = settings.text(RocheProperty.TRUST_STORE);
        if (mode.equals(DISABLE)) {
            if (store != null) {
                throw new RemoteFailure(RemoteFailure.BAD_VALUE, "trustStore needs tls=verify-full or tls=verify-ca");
            }
            return null;
        }
        return new Tls(context(store, settings), mode.equals(VERIFY_FULL));
    }

    /** Returns the certificates trusted over https, which checks the host as well unless settings ask for less. */
    static SSLContext ofHttps(ConnectionSettings settings) {
        String mode = settings.text(RocheProperty.TLS, DISABLE);
        if (settings.isSet(RocheProperty.TLS) && mode.equals(DISABLE)) {
            throw new RemoteFailure(RemoteFailure.BAD_VALUE, "https is encrypted; leave tls=disable out, or use http");
        }
        String store = settings.text(RocheProperty.TRUST_STORE);
        return mode.equals(VERIFY_CA) ? anyHost(store, settings) : context(store, settings);
    }

    /** The HTTP client always asks its trust manager to look at the host; one that does not has to be a manager of our own. */
    private static SSLContext anyHost(@Nullable String store, ConnectionSettings settings) {
        return context(store, settings, managers -> {
            for (int i = 0; i < managers.length; i++) {
                if (managers[i] instanceof X509TrustManager trust) {
                    managers[i] = new AnyHostTrust(trust);
                }
            }
            return managers;
        });
    }

    /** Encrypts a connected socket; the handshake is the caller's. */
    SSLSocket over(Socket raw, RemoteAddress.Host host) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(raw, host.name(), host.port(), true);
        if (checkHost) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
        }
        return socket;
    }

    private static SSLContext context(@Nullable String store, ConnectionSettings settings) {
        return context(store, settings, managers -> managers);
    }

    private static SSLContext context(
            @Nullable String store, ConnectionSettings settings, UnaryOperator<TrustManager[]> how) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(
                    store == null ? null : trusted(Path.of(store), settings.text(RocheProperty.TRUST_STORE_PASSWORD)));
            context.init(null, how.apply(trust.getTrustManagers()), null);
            return context;
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw new RemoteFailure(
                    RemoteFailure.BAD_VALUE,
                    "trustStore '" + store + "' cannot be read; it is a PKCS12 or JKS file with its trustStorePassword,"
                            + " or certificates as PEM: " + e.getMessage(),
                    e);
        }
    }

    private static KeyStore trusted(Path file, @Nullable String password) throws GeneralSecurityException, IOException {
        if (!isPem(file)) {
            return KeyStore.getInstance(new File(file.toString()), password == null ? null : password.toCharArray());
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("trusted" + number++, certificate);
            }
        }
        return store;
    }

    private static boolean isPem(Path file) throws IOException {
        byte[] mark = "-----BEGIN".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        try (InputStream in = Files.newInputStream(file)) {
            return java.util.Arrays.equals(mark, in.readNBytes(mark.length));
        }
    }
}
