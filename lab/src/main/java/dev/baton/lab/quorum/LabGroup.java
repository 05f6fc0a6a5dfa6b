package dev.baton.lab.quorum;

import dev.baton.lab.CandidateProcess;
import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The addresses, key and directories of a group of members on the loopback interface. */
public final class LabGroup {
    private final TrialDirectory directory;
    private final String options;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    /** The proxies between members by "FROM>TO"; empty if they are connected directly. */
    private final Map<String, FaultProxy> proxies = new LinkedHashMap<>();

    LabGroup(int members, TrialDirectory directory) throws IOException {
        this(members, directory, "");
    }

    /** @param options parameters that are added to the URLs, each with an ampersand before it */
    LabGroup(int members, TrialDirectory directory, String options) throws IOException {
        this(
                IntStream.rangeClosed(1, members)
                        .mapToObj(number -> String.format(Locale.ROOT, "n%02d", number))
                        .toList(),
                directory,
                options);
    }

    /** @param ids the names of the members */
    public LabGroup(List<String> ids, TrialDirectory directory, String options) throws IOException {
        this.directory = directory;
        this.options = options;
        Files.writeString(directory.path("key"), "a key for benchmarks only");
        ids.forEach(id -> ports.put(id, FreePort.next()));
    }

    /** Puts a proxy into every connection, so that links can be cut. */
    public void addProxies() {
        for (String from : ids()) {
            ports.forEach((to, port) -> {
                if (!from.equals(to)) {
                    proxies.put(from + ">" + to, FaultProxy.to("127.0.0.1", port));
                }
            });
        }
    }

    /** Cuts all links of a member: nothing arrives, and no connection is closed. */
    void cut(String id) {
        proxies(id).forEach(FaultProxy::blackhole);
    }

    /** Returns the proxies of all links of a member. */
    public List<FaultProxy> proxies(String id) {
        return proxies.entrySet().stream()
                .filter(link ->
                        link.getKey().startsWith(id + ">") || link.getKey().endsWith(">" + id))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Returns the proxies of the links between two members. */
    public List<FaultProxy> proxies(String one, String other) {
        return Stream.of(one + ">" + other, other + ">" + one)
                .map(proxies::get)
                .flatMap(Stream::ofNullable)
                .toList();
    }

    /** Ends the proxies of all links of a member as if their processes were killed: their ports refuse connections. */
    public void killProxies(String id) {
        proxies(id).forEach(FaultProxy::close);
    }

    /** Starts the proxies again that were killed, at the same ports. */
    public void restartProxies(String id) {
        proxies.replaceAll((link, proxy) -> {
            List<String> ends = List.of(link.split(">", 2));
            return ends.contains(id)
                    ? FaultProxy.between(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()),
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.getOrDefault(ends.get(1), 0)))
                    : proxy;
        });
    }

    void heal() {
        proxies.values().forEach(FaultProxy::heal);
    }

    public void closeProxies() {
        proxies.values().forEach(FaultProxy::close);
    }

    List<String> ids() {
        return List.copyOf(ports.keySet());
    }

    /** Returns a cluster with one process for each member. */
    LabCluster cluster(List<String> flags) {
        return new LabCluster(ids(), id -> LabProcess.start(flags, CandidateProcess.class, url(id), "lab"));
    }

    /** Returns the URL of a member. */
    public String url(String id) {
        String peers = ports.keySet().stream()
                .filter(peer -> !peer.equals(id))
                .map(peer -> peer + "@127.0.0.1:" + port(id, peer))
                .collect(Collectors.joining(","));
        return "quorum://" + id + "@127.0.0.1:" + ports.get(id) + "?peers=" + peers + "&state=" + directory.path(id)
                + "&key-file=" + directory.path("key") + options;
    }

    /** Returns the port at which a member reaches a peer. */
    private int port(String id, String peer) {
        FaultProxy proxy = proxies.get(id + ">" + peer);
        return proxy == null ? ports.getOrDefault(peer, 0) : proxy.port();
    }
}
