package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Makes connections to the first host of a list that answers, and logs in. Thread-safe. */
final class Dialer {
    /** What a server refuses that another of the list may take: it is full, or about to stop. */
    private static final Set<String> TRY_ANOTHER = Set.of("53300", "57P01", "57P03");

    private static final int CANCEL_TIMEOUT_MILLIS = 2_000;

    private final RemoteAddress address;
    private final ConnectionSettings settings;
    private final @Nullable Tls tls;
    private final @Nullable HttpClient http;
    private final int connectTimeoutMillis;

    /** A connection that has logged in. */
    record Dialled(Link link, Login login) {}

    Dialer(RemoteAddress address, ConnectionSettings settings) {
        this.address = address;
        this.settings = settings;
        this.connectTimeoutMillis = (int) Math.min(Integer.MAX_VALUE, settings.millis(RocheProperty.CONNECT_TIMEOUT));
        this.tls = address.scheme() == RemoteAddress.Scheme.HTTPS ? null : Tls.of(settings);
        if (address.scheme() == RemoteAddress.Scheme.HTTP && tls != null) {
            throw new RemoteFailure(RemoteFailure.BAD_VALUE, "encrypted HTTP is jdbc:roche:https://…, without tls=");
        }
        this.http = address.scheme() == RemoteAddress.Scheme.TCP ? null : httpClient();
    }

    private HttpClient httpClient() {
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        if (connectTimeoutMillis > 0) {
            builder.connectTimeout(Duration.ofMillis(connectTimeoutMillis));
        }
        if (address.scheme() == RemoteAddress.Scheme.HTTPS) {
            builder.sslContext(Tls.ofHttps(settings));
        }
        return builder.build();
    }

    private Transport transport(RemoteAddress.Host host, int timeoutMillis) throws IOException {
        return http == null
                ? TcpTransport.connect(host, timeoutMillis, tls)
                : new HttpTransport(http, address.scheme(), host, timeoutMillis);
    }

    /** Tries each host once, in order. */
    Dialled dial() {
        List<String> reasons = new ArrayList<>();
        Throwable cause = null;
        RemoteFailure refusal = null;
        for (RemoteAddress.Host host : address.hosts()) {
            try {
                return dial(host);
            } catch (IOException | LostException e) {
                reasons.add(reason(host, e));
                cause = e;
            } catch (RemoteFailure e) {
                if (!TRY_ANOTHER.contains(e.failure().sqlState())) {
                    throw e;
                }
                reasons.add(host + " (" + e.getMessage() + ")");
                refusal = e;
            }
        }
        if (refusal != null && address.hosts().size() == 1) {
            throw refusal;
        }
        throw new RemoteFailure(
                RemoteFailure.CANNOT_CONNECT,
                "no server answers: " + String.join("; ", reasons) + hint(cause),
                cause != null ? cause : refusal);
    }

    private Dialled dial(RemoteAddress.Host host) throws IOException {
        Transport transport = transport(host, connectTimeoutMillis);
        Link link = new Link(transport, host);
        try {
            Login login = Login.over(link, address, settings);
            link.limitBytes(login.frameMax());
            return new Dialled(link, login);
        } catch (WireException e) {
            link.breakOff("login failed");
            throw new IOException("it sent what is no message: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            link.breakOff("login failed");
            throw e;
        }
    }

    private static String reason(RemoteAddress.Host host, Throwable e) {
        if (e instanceof UnknownHostException) {
            return host + " (unknown host)";
        }
        if (e instanceof ConnectException) {
            return host + " (refused)";
        }
        if (e instanceof SocketTimeoutException) {
            return host + " (no answer within connectTimeout)";
        }
        if (e instanceof SSLException) {
            return host + " (TLS: " + e.getMessage() + ")";
        }
        return e instanceof LostException ? String.valueOf(e.getMessage()) : host + " (" + e.getMessage() + ")";
    }

    private String hint(@Nullable Throwable cause) {
        String galaxy = address.galaxy();
        RemoteAddress.Host first = address.hosts().get(0);
        boolean looksLikePath = galaxy != null && address.hosts().size() == 1 && first.port() == Protocol.PORT;
        return cause instanceof UnknownHostException && looksLikePath
                ? "; for a directory of this machine write jdbc:roche:/" + first.name() + "/" + galaxy
                : "";
    }

    /** Tells a host, over a connection of its own, to stop what a request of a session runs; says nothing when it cannot be told. */
    void cancel(RemoteAddress.Host host, Login login, long request) {
        int timeout = connectTimeoutMillis == 0
                ? CANCEL_TIMEOUT_MILLIS
                : Math.min(CANCEL_TIMEOUT_MILLIS, connectTimeoutMillis);
        try {
            Transport transport = transport(host, timeout);
            Link link = new Link(transport, host);
            try {
                io.rochedb.jdbc.wire.WireWriter out = link.begin(Protocol.CANCEL);
                out.varint(login.sessionId());
                out.raw(login.cancelKey());
                out.varint(request);
                link.await(link.send());
            } finally {
                link.breakOff("done");
            }
        } catch (IOException | LostException e) {
            // whoever waits for the statement goes on waiting; its own timeouts hold
        }
    }
}
