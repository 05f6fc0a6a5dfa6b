package dev.baton.quorum.mqtt;

/** Where the broker is. */
record Broker(String host, int port) {

    /** HOST:PORT, or HOST for the usual port. */
    static Broker parse(String text) {
        int colon = text.lastIndexOf(':');
        boolean bare = colon < 0 || text.endsWith("]");
        String host = (bare ? text : text.substring(0, colon)).replaceAll("^\\[(.*)]$", "$1");
        int port = bare ? 1883 : Integer.parseInt(text.substring(colon + 1));
        if (host.isEmpty() || port < 1 || port > 65535) {
            throw new NumberFormatException(text);
        }
        return new Broker(host, port);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
