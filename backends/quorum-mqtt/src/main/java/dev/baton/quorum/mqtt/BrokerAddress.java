package dev.baton.quorum.mqtt;

import java.util.Set;

/**
 * Where the broker is.
 *
 * @param secure whether it is spoken to under TLS
 */
record BrokerAddress(String host, int port, boolean secure) {
    private static final int PORT = 1883;
    private static final int SECURE_PORT = 8883;
    private static final Set<String> LOOPBACK = Set.of("localhost", "::1", "0:0:0:0:0:0:0:1");

    /** HOST:PORT, or HOST for the usual port. */
    static BrokerAddress parse(String text, boolean secure) {
        int colon = text.lastIndexOf(':');
        boolean bare = colon < 0 || text.endsWith("]");
        String host = (bare ? text : text.substring(0, colon)).replaceAll("^\\[(.*)]$", "$1");
        int usual = secure ? SECURE_PORT : PORT;
        int port = bare ? usual : Integer.parseInt(text.substring(colon + 1));
        if (host.isEmpty() || port < 1 || port > 65535) {
            throw new NumberFormatException(text);
        }
        return new BrokerAddress(host, port, secure);
    }

    /** Whether nobody on the way can read what it is told. */
    boolean isPrivate() {
        return secure || LOOPBACK.contains(host) || host.startsWith("127.");
    }

    @Override
    public String toString() {
        return (secure ? "mqtts://" : "mqtt://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
