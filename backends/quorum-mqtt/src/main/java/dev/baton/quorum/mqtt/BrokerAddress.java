package dev.baton.quorum.mqtt;

import java.util.Set;

/**
 * The address of the broker.
 *
 * @param secure whether the connection uses TLS
 */
record BrokerAddress(String host, int port, boolean secure) {
    private static final int PORT = 1883;
    private static final int SECURE_PORT = 8883;
    private static final Set<String> LOOPBACK = Set.of("localhost", "::1", "0:0:0:0:0:0:0:1");

    /**
     * Parses HOST:PORT, or HOST for the standard port.
     *
     * @throws NumberFormatException if it is neither
     */
    static BrokerAddress parse(String text, boolean secure) {
        int colon = text.lastIndexOf(':');
        boolean hasPort = colon >= 0 && !text.endsWith("]");
        String host = (hasPort ? text.substring(0, colon) : text).replaceAll("^\\[(.*)]$", "$1");
        int standard = secure ? SECURE_PORT : PORT;
        int port = hasPort ? Integer.parseInt(text.substring(colon + 1)) : standard;
        if (host.isEmpty() || port < 1 || port > 65535) {
            throw new NumberFormatException(text);
        }
        return new BrokerAddress(host, port, secure);
    }

    /** Returns whether the connection is encrypted or stays on this machine. */
    boolean isPrivate() {
        return secure || LOOPBACK.contains(host) || host.startsWith("127.");
    }

    @Override
    public String toString() {
        return (secure ? "mqtts://" : "mqtt://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
