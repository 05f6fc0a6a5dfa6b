package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.FreePort;
import dev.baton.testkit.GroupContractStore;
import dev.baton.testkit.NetworkNamespaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A group on the loopback interface, optionally with a proxy for each direction between two members. */
final class TestGroup implements GroupContractStore.Group {
    static final String FAST = "&heartbeat=200ms&lease=2500ms";

    private final Path directory;
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, String> hosts = new TreeMap<>();
    private final Map<String, FaultProxy> proxies = new TreeMap<>();
    private final String options;

    TestGroup(int size, String options, boolean proxied) {
        this.options = options;
        try {
            directory = Files.createTempDirectory("quorum");
            Files.writeString(directory.resolve("key"), "a secret cluster key\n");
            for (int i = 1; i <= size; i++) {
                ports.put("n" + i, FreePort.next());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        if (proxied) {
            for (String from : ports.keySet()) {
                ports.forEach((to, port) -> {
                    if (!from.equals(to)) {
                        proxies.put(from + ">" + to, FaultProxy.to("127.0.0.1", port));
                    }
                });
            }
        }
    }

    /** Creates a group whose members run on different machines. */
    static TestGroup on(NetworkNamespaces machines, List<String> ids, String options) {
        TestGroup group = new TestGroup(0, options, false);
        ids.forEach(id -> {
            group.ports.put(id, 7_101);
            group.hosts.put(id, machines.address(id));
        });
        return group;
    }

    private String host(String id) {
        return hosts.getOrDefault(id, "127.0.0.1");
    }

    @Override
    public List<String> ids() {
        return List.copyOf(ports.keySet());
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public Iterable<FaultProxy> proxies() {
        return proxies.values();
    }

    @Override
    public void restart() {
        proxies.values().forEach(FaultProxy::reset);
    }

    /** Blocks all traffic to and from this member. */
    void isolate(String id) {
        proxies.forEach((pair, proxy) -> {
            if (pair.startsWith(id + ">") || pair.endsWith(">" + id)) {
                proxy.blackhole();
            }
        });
    }

    /** Returns the proxy that carries the connections of one member to another one. */
    FaultProxy proxy(String from, String to) {
        return Objects.requireNonNull(proxies.get(from + ">" + to));
    }

    /** Ends all relays to and from this member, so that connections to it are refused on this machine. */
    void endRelays(String id) {
        proxies.forEach((pair, proxy) -> {
            if (pair.startsWith(id + ">") || pair.endsWith(">" + id)) {
                proxy.close();
            }
        });
    }

    void heal() {
        proxies.values().forEach(FaultProxy::heal);
    }

    @Override
    public String url(String id) {
        return "quorum://" + id + "@" + host(id) + ":" + ports.get(id) + "?peers=" + peers(id) + "&state="
                + directory.resolve(id) + "&key-file=" + directory.resolve("key") + options;
    }

    int port(String id) {
        return ports.getOrDefault(id, 0);
    }

    String observerUrl(String id) {
        return "quorum://?peers=" + id + "@127.0.0.1:" + ports.get(id) + "&key-file=" + directory.resolve("key");
    }

    /** Opens an observer that is connected to this member. */
    Backend observe(String id) {
        return new QuorumBackendProvider().open(observerUrl(id), BatonClock.system());
    }

    private String peers(String self) {
        List<String> peers = new ArrayList<>();
        ports.forEach((id, port) -> {
            if (!id.equals(self)) {
                FaultProxy proxy = proxies.get(self + ">" + id);
                peers.add(id + "@" + host(id) + ":" + (proxy == null ? port : proxy.port()));
            }
        });
        return String.join(",", peers);
    }

    @Override
    public Backend open(String id, BatonClock clock) {
        return new QuorumBackendProvider().open(url(id), clock);
    }

    @Override
    public void close() {
        proxies.values().forEach(FaultProxy::close);
        try (var files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
