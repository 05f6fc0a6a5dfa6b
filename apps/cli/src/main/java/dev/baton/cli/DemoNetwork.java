package dev.baton.cli;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The network of the demo: a relay for each connection between participants, so that one of them can be cut off from all
 * others. No firewall rule is needed, and so no root.
 */
final class DemoNetwork implements Closeable {
    private static final String CONSOLE = "console";
    /** Below the range from which the system takes ports for outgoing connections. */
    private static final int LOWEST_PORT = 20_000;

    private static final int PORT_LIMIT = 32_000;

    private final Path directory;
    private final String options;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<Pair, DemoRelay> relays = new LinkedHashMap<>();

    private record Pair(String from, String to) {}

    private DemoNetwork(Path directory, String options) {
        this.directory = directory;
        this.options = options;
    }

    /**
     * Opens a network for the members of a quorum.
     *
     * @param directory where they keep their state
     * @param options the parameters for the URLs of all members
     */
    static DemoNetwork open(List<String> members, Path directory, String options) throws IOException {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        Files.writeString(directory.resolve("key"), HexFormat.of().formatHex(secret));
        DemoNetwork network = new DemoNetwork(directory, options);
        for (String member : members) {
            network.ports.put(member, network.freePort());
        }
        for (String member : members) {
            network.addRelays(member);
        }
        network.addRelays(CONSOLE);
        return network;
    }

    private int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, PORT_LIMIT);
            if (!ports.containsValue(port)) {
                try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                    return free.getLocalPort();
                } catch (BindException taken) {
                    // Another one is free.
                }
            }
        }
    }

    private void addRelays(String from) throws IOException {
        for (Map.Entry<String, Integer> to : ports.entrySet()) {
            if (!to.getKey().equals(from)) {
                relays.put(new Pair(from, to.getKey()), new DemoRelay(to.getValue()));
            }
        }
    }

    /** Returns the URL for a member, with the relays to its peers. */
    String url(String member) {
        return "quorum://" + member + "@127.0.0.1:" + ports.get(member) + "?peers=" + peers(member) + "&state="
                + directory.resolve(member) + "&" + shared();
    }

    /** Returns the URL for the console, which is not a member. */
    String observerUrl() {
        return "quorum://?peers=" + peers(CONSOLE) + "&" + shared();
    }

    private String peers(String from) {
        return ports.keySet().stream()
                .filter(to -> !to.equals(from))
                .map(to -> to + "@127.0.0.1:"
                        + Objects.requireNonNull(relays.get(new Pair(from, to))).port())
                .collect(Collectors.joining(","));
    }

    private String shared() {
        return "key-file=" + directory.resolve("key") + "&" + options;
    }

    /** Cuts a member off from its peers and the console. */
    void cutOff(String member) {
        relaysOf(member).forEach(DemoRelay::cut);
    }

    /** Ends {@link #cutOff}. */
    void reconnect(String member) {
        relaysOf(member).forEach(DemoRelay::restore);
    }

    private Stream<DemoRelay> relaysOf(String member) {
        return relays.entrySet().stream()
                .filter(relay -> relay.getKey().from().equals(member)
                        || relay.getKey().to().equals(member))
                .map(Map.Entry::getValue);
    }

    @Override
    public void close() throws IOException {
        for (DemoRelay relay : relays.values()) {
            relay.close();
        }
    }
}
