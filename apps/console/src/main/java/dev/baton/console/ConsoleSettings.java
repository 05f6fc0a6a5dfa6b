package dev.baton.console;

import dev.baton.console.http.LeaderFaults;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The settings of a console.
 *
 * @param stores the URLs of the stores to observe
 * @param nodes the addresses of the nodes to observe, {@code http://HOST:PORT}
 * @param host the address to listen on
 * @param port the port to listen on; 0 for any free port
 * @param tokenFile the file with the token that write requests must carry; without one, only a console on the loopback
 *     address accepts them
 * @param history the SQLite file that keeps the tenures
 * @param retention how long ended tenures are kept
 * @param tls the TLS context for nodes at https addresses; without one, the trust store of the JVM applies
 * @param nodeTokenFile the file with the token that nodes need for reads
 * @param faults the faults that the page offers to inject; only a demonstration has them
 */
public record ConsoleSettings(
        List<String> stores,
        List<String> nodes,
        String host,
        int port,
        Optional<Path> tokenFile,
        Path history,
        Duration retention,
        Optional<SSLContext> tls,
        Optional<Path> nodeTokenFile,
        Optional<LeaderFaults> faults) {

    /** How long ended tenures are kept by default. */
    public static final Duration DEFAULT_RETENTION = Duration.ofDays(30);

    public ConsoleSettings {
        stores = List.copyOf(stores);
        nodes = List.copyOf(nodes);
        if (stores.isEmpty() && nodes.isEmpty()) {
            throw new IllegalArgumentException("a console needs at least one store or node to observe");
        }
        for (String node : nodes) {
            String scheme = String.valueOf(URI.create(node).getScheme());
            if (!scheme.equals("http") && !scheme.equals("https")) {
                throw new IllegalArgumentException(
                        "the address of a node must be http://HOST:PORT or https://HOST:PORT, but is " + node);
            }
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be between 0 and 65535, but is " + port);
        }
    }

    /** Creates settings for nodes that need no token for reads, without faults. */
    public ConsoleSettings(
            List<String> stores,
            List<String> nodes,
            String host,
            int port,
            Optional<Path> tokenFile,
            Path history,
            Duration retention,
            Optional<SSLContext> tls) {
        this(stores, nodes, host, port, tokenFile, history, retention, tls, Optional.empty(), Optional.empty());
    }

    /** Returns a short text. */
    @Override
    public String toString() {
        return "ConsoleSettings[" + host + ":" + port + ", " + stores.size() + " stores, " + nodes.size() + " nodes]";
    }
}
