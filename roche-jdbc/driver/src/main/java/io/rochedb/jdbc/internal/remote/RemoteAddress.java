package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.wire.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the address of a server's URL says: how to speak to it, where it may be, and which of its galaxies is meant.
 *
 * @param scheme how frames travel
 * @param hosts where to try, in this order
 * @param galaxy the galaxy, or null for the server's own choice
 */
public record RemoteAddress(
        Scheme scheme, List<Host> hosts, @Nullable String galaxy) {
    private static final int PORT_MAX = 65_535;

    /** How frames travel. */
    public enum Scheme {
        TCP("//", Protocol.PORT),
        HTTP("http://", Protocol.HTTP_PORT),
        HTTPS("https://", Protocol.HTTP_PORT);

        private final String prefix;
        private final int port;

        Scheme(String prefix, int port) {
            this.prefix = prefix;
            this.port = port;
        }
    }

    /** A host and a port. */
    public record Host(String name, int port) {
        @Override
        public String toString() {
            return (name.indexOf(':') >= 0 ? "[" + name + "]" : name) + ":" + port;
        }
    }

    /** Reads the address of a URL, percent-encoding undone; {@link IllegalArgumentException} says what is wrong. */
    public static RemoteAddress parse(String address) {
        for (Scheme scheme : Scheme.values()) {
            if (address.startsWith(scheme.prefix)) {
                String rest = address.substring(scheme.prefix.length());
                int slash = rest.indexOf('/');
                String galaxy = slash < 0 ? "" : rest.substring(slash + 1);
                if (galaxy.endsWith("/")) {
                    galaxy = galaxy.substring(0, galaxy.length() - 1);
                }
                if (galaxy.indexOf('/') >= 0) {
                    throw new IllegalArgumentException("'" + galaxy + "' is no galaxy: a name without '/'");
                }
                return new RemoteAddress(
                        scheme,
                        hosts(slash < 0 ? rest : rest.substring(0, slash), scheme),
                        galaxy.isEmpty() ? null : galaxy);
            }
        }
        throw new IllegalArgumentException(
                "'" + address + "' names no server; write //host[:port][,host2…]/[galaxy], http://… or https://…");
    }

    private static List<Host> hosts(String text, Scheme scheme) {
        List<Host> hosts = new ArrayList<>();
        for (String host : text.split(",", -1)) {
            hosts.add(host(host, scheme));
        }
        return List.copyOf(hosts);
    }

    private static Host host(String text, Scheme scheme) {
        String name = text;
        String port = "";
        int bracket = text.lastIndexOf(']');
        int colon = text.indexOf(':', Math.max(0, bracket));
        if (colon >= 0) {
            name = text.substring(0, colon);
            port = text.substring(colon + 1);
        }
        boolean bracketed = name.startsWith("[") && name.endsWith("]");
        if (bracketed) {
            name = name.substring(1, name.length() - 1);
        }
        boolean wrongName = name.isEmpty() || name.indexOf('[') >= 0 || name.indexOf(']') >= 0;
        if (wrongName || (!bracketed && port.indexOf(':') >= 0)) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no host; write host, host:port or [address]:port with an IPv6 address");
        }
        return new Host(name.toLowerCase(Locale.ROOT), colon < 0 ? scheme.port : port(port, text));
    }

    private static int port(String port, String text) {
        try {
            int number = Integer.parseInt(port);
            if (number > 0 && number <= PORT_MAX) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("the port of '" + text + "' must be 1 to " + PORT_MAX);
    }
}
