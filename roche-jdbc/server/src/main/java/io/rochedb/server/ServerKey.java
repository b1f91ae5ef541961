package io.rochedb.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every setting of a server, declared once: the file, the environment, the checks and the documentation read this table. */
public enum ServerKey {
    LISTEN(
            "listen",
            Type.TEXT,
            "127.0.0.1",
            "Address the doors listen on; another than loopback needs tls=require or tls=off."),
    TCP_PORT("tcpPort", Type.PORT, "7301", "Port of the TCP door; 0 for any free one, none for no such door."),
    HTTP_PORT("httpPort", Type.PORT, "none", "Port of the HTTP door; 0 for any free one, none for no such door."),
    TLS(
            "tls",
            Type.TEXT,
            null,
            "require, or off to serve other machines without encryption; unset on loopback.",
            "require",
            "off"),
    TLS_CERTIFICATE_FILE(
            "tlsCertificateFile", Type.TEXT, null, "PEM file of the certificate and those that signed it."),
    TLS_KEY_FILE("tlsKeyFile", Type.TEXT, null, "PEM file of the certificate's key (PKCS #8, without password)."),
    TLS_KEY_STORE("tlsKeyStore", Type.TEXT, null, "Key store (PKCS #12 or JKS) in place of the two PEM files."),
    TLS_KEY_STORE_PASSWORD_FILE("tlsKeyStorePasswordFile", Type.TEXT, null, "File with the password of the key store."),
    INSECURE_LOCAL(
            "insecureLocal",
            Type.FLAG,
            "false",
            "Let everybody of this machine in as operator, without password; loopback only."),
    DURABILITY(
            "durability",
            Type.TEXT,
            "strong",
            "What commits wait for unless a client says otherwise.",
            "strong",
            "buffered"),
    MEMORY_BUDGET("memoryBudget", Type.BYTES, null, "Most memory for rings of each store; half the heap unless set."),
    QUERY_MEMORY(
            "queryMemory",
            Type.BYTES,
            null,
            "Most memory one statement may hold, whatever its client asks for; a quarter of the heap unless set."),
    STATEMENT_TIMEOUT(
            "statementTimeout",
            Type.DURATION,
            "0s",
            "Longest time one statement may take, whatever its client asks for; 0 for any time."),
    MAX_CONNECTIONS(
            "maxConnections",
            Type.NUMBER,
            "1000",
            "Clients that have logged in, at a time, for each door; more are refused with 53300."),
    MAX_LOGINS(
            "maxLogins",
            Type.NUMBER,
            "100",
            "Clients that have not logged in yet, at a time, for each door; when there are more, those that take long are sent away."),
    MAX_STATEMENTS("maxStatements", Type.NUMBER, "1000", "Statements the HTTP door keeps for a connection."),
    MAX_FRAME("maxFrame", Type.BYTES, "64m", "Largest request."),
    LOGIN_TIMEOUT("loginTimeout", Type.DURATION, "10s", "How long a client of the TCP door may take to log in."),
    IDLE_TIMEOUT(
            "idleTimeout", Type.DURATION, "0s", "How long a session of the TCP door may ask nothing; 0 for any time."),
    HTTP_IDLE_TIMEOUT(
            "httpIdleTimeout",
            Type.DURATION,
            "10m",
            "How long a connection of the HTTP door may ask nothing; 0 for any time."),
    TOKEN_LIFETIME("tokenLifetime", Type.DURATION, "1h", "How long a token of the HTTP door is valid."),
    GRACE("grace", Type.DURATION, "10s", "How long running statements may go on when the server is stopped."),
    SLOW_STATEMENT(
            "slowStatement",
            Type.DURATION,
            "0s",
            "Statements that take longer are logged by io.rochedb.slow; 0 for none."),
    LOG_FORMAT(
            "logFormat",
            Type.TEXT,
            "text",
            "How the log tells what happens to the server: text, or json, an object a line.",
            "text",
            "json"),
    AUDIT_FILE(
            "auditFile",
            Type.TEXT,
            null,
            "File that logins, DDL and grants are appended to, a JSON object a line; the log unless set.");

    /** How the text of a value is read. */
    public enum Type {
        TEXT,
        /** {@code true} or {@code false}. */
        FLAG,
        /** A whole number, greater than 0. */
        NUMBER,
        /** A port, or {@code none}. */
        PORT,
        /** A number with an optional unit k, m or g (1024-based). */
        BYTES,
        /** A number with an optional unit ms, s, m or h; seconds without one. */
        DURATION
    }

    private final String key;
    private final Type type;
    private final @Nullable String defaultValue;
    private final String description;
    private final List<String> choices;

    ServerKey(String key, Type type, @Nullable String defaultValue, String description, String... choices) {
        this.key = key;
        this.type = type;
        this.defaultValue = defaultValue;
        this.description = description;
        this.choices = type == Type.FLAG ? List.of("true", "false") : List.of(choices);
    }

    /** Returns the name in the file; in the environment it is {@code ROCHE_SERVER_} and the name in capitals, words apart. */
    public String key() {
        return key;
    }

    public Type type() {
        return type;
    }

    /** Returns the text of the default, or null when there is none. */
    public @Nullable String defaultValue() {
        return defaultValue;
    }

    public String description() {
        return description;
    }

    /** Returns the allowed values, or an empty list when the type alone decides. */
    public List<String> choices() {
        return choices;
    }
}
