package dev.baton.console;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * What a console watches and where it listens. Immutable.
 *
 * @param stores URLs of stores
 * @param nodes addresses of node controllers, {@code http://HOST:PORT}
 * @param host where to listen; 127.0.0.1 unless told otherwise
 * @param port 0 for any that is free
 * @param token what writes have to bring; without one they are let in from this machine only
 * @param history the SQLite file in which reigns are kept
 * @param kept how long they are kept
 * @param trust what nodes are believed by over https; without it by what Java believes
 * @param hint a command that the page suggests, {@code {leader}} being who leads; empty for none
 */
public record ConsoleSettings(
        List<String> stores,
        List<String> nodes,
        String host,
        int port,
        Optional<String> token,
        Path history,
        Duration kept,
        Optional<SSLContext> trust,
        String hint) {

    /** How long history is kept when nobody says. */
    public static final Duration KEPT = Duration.ofDays(30);

    private static final int SHORTEST_TOKEN = 8;

    public ConsoleSettings {
        stores = List.copyOf(stores);
        nodes = List.copyOf(nodes);
        if (stores.isEmpty() && nodes.isEmpty()) {
            throw new IllegalArgumentException("a console has to watch at least one store or node");
        }
        for (String node : nodes) {
            String scheme = String.valueOf(URI.create(node).getScheme());
            if (!scheme.equals("http") && !scheme.equals("https")) {
                throw new IllegalArgumentException("a node is watched at http://HOST:PORT, but this is " + node);
            }
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("a port is 0 to 65535, but it is " + port);
        }
        if (token.isPresent() && token.get().length() < SHORTEST_TOKEN) {
            throw new IllegalArgumentException("a token has at least " + SHORTEST_TOKEN
                    + " characters, but this one has " + token.get().length());
        }
    }

    /** Whether only this machine can reach it. */
    public boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("there is no host " + host + " to listen on", unknown);
        }
    }

    @Override
    public String toString() {
        return "ConsoleSettings[" + host + ":" + port + ", " + stores.size() + " stores, " + nodes.size() + " nodes]";
    }
}
