package io.rochedb.server.internal;

import io.rochedb.server.ServerConfig;
import io.rochedb.server.ServerKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The certificate and key a server shows, read from the files its configuration names. */
public final class TlsIdentity {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----\\s*(.+?)\\s*-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final List<String> KEY_KINDS = List.of("RSA", "EC", "Ed25519");
    private static final String ALIAS = "server";

    private TlsIdentity() {}

    /** Reads the files; an {@link IllegalArgumentException} says which of them is wrong and how. */
    public static SSLContext read(ServerConfig config) {
        Path store = config.path(ServerKey.TLS_KEY_STORE);
        try {
            char[] password = new char[0];
            KeyStore keys;
            if (store != null) {
                Path file = config.path(ServerKey.TLS_KEY_STORE_PASSWORD_FILE);
                if (file == null) {
                    throw new IllegalArgumentException("tlsKeyStore needs tlsKeyStorePasswordFile");
                }
                password = readText(ServerKey.TLS_KEY_STORE_PASSWORD_FILE, file)
                        .strip()
                        .toCharArray();
                keys = readStore(store, password);
            } else {
                keys = readPem(config);
            }
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the certificate and its key cannot be used: " + e.getMessage(), e);
        }
    }

    private static KeyStore readStore(Path file, char[] password) {
        try {
            return KeyStore.getInstance(file.toFile(), password);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "tlsKeyStore " + file + " cannot be opened: " + e.getMessage() + "; is the password right?", e);
        }
    }

    private static KeyStore readPem(ServerConfig config) throws GeneralSecurityException {
        Path certificateFile = config.path(ServerKey.TLS_CERTIFICATE_FILE);
        Path keyFile = config.path(ServerKey.TLS_KEY_FILE);
        if (certificateFile == null || keyFile == null) {
            throw new IllegalArgumentException("tls needs tlsCertificateFile and tlsKeyFile, or tlsKeyStore");
        }
        Certificate[] chain = certificates(certificateFile);
        PrivateKey key = key(keyFile);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try {
            keys.load(null, new char[0]);
        } catch (IOException e) {
            throw new IllegalStateException("an empty key store is made in memory", e);
        }
        keys.setKeyEntry(ALIAS, key, new char[0], chain);
        return keys;
    }

    private static Certificate[] certificates(Path file) throws GeneralSecurityException {
        String text = readText(ServerKey.TLS_CERTIFICATE_FILE, file);
        try (InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(new Certificate[0]);
            if (chain.length > 0) {
                return chain;
            }
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory are read", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "tlsCertificateFile " + file + " holds no certificates in PEM: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("tlsCertificateFile " + file + " holds no certificate");
    }

    private static PrivateKey key(Path file) throws GeneralSecurityException {
        Matcher key = KEY.matcher(readText(ServerKey.TLS_KEY_FILE, file));
        if (!key.find()) {
            throw new IllegalArgumentException(
                    "tlsKeyFile " + file
                            + " holds no 'BEGIN PRIVATE KEY' (PKCS #8 without password); convert it: openssl pkcs8 -topk8 -nocrypt");
        }
        PKCS8EncodedKeySpec spec =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(key.group(1)));
        for (String kind : KEY_KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(spec);
            } catch (InvalidKeySpecException e) {
                // of another kind
            }
        }
        throw new IllegalArgumentException(
                "tlsKeyFile " + file + " holds a key of no kind known here: " + String.join(", ", KEY_KINDS));
    }

    private static String readText(ServerKey key, Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(key.key() + " " + file + " cannot be read: " + e, e);
        }
    }
}
