package dev.baton.lab.nemesis.store;

import dev.baton.lab.TrialDirectory;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** ZooKeeper servers, each in a process of its own. */
final class ZkServers implements EngineServers {
    private static final int ENSEMBLE = 3;
    private static final Duration DEFAULT_SESSION = Duration.ofSeconds(10);

    private final TrialDirectory directory;
    private final List<ZkTrialServer> servers = new ArrayList<>();

    private ZkServers(int size) throws Exception {
        directory = TrialDirectory.open();
        List<String> peers = new ArrayList<>();
        for (int id = 1; id <= size && size > 1; id++) {
            peers.add("server." + id + "=127.0.0.1:" + FreePort.next() + ":" + FreePort.next());
        }
        for (int id = 1; id <= size; id++) {
            servers.add(ZkTrialServer.launch(directory, id, peers));
        }
        for (ZkTrialServer server : servers) {
            server.awaitService();
        }
    }

    /** Starts {@code zookeeper:}, one server. */
    static NemesisStore one(TrialPlan plan) throws Exception {
        return store(plan, 1);
    }

    /** Starts {@code zookeeper:3}, an ensemble of three servers. */
    static NemesisStore ensemble(TrialPlan plan) throws Exception {
        return store(plan, ENSEMBLE);
    }

    private static NemesisStore store(TrialPlan plan, int size) throws Exception {
        return new EngineNemesisStore(plan, new ZkServers(size), EngineTiming.of(plan, "session", DEFAULT_SESSION));
    }

    @Override
    public List<ZkTrialServer> all() {
        return servers;
    }

    @Override
    public String url(List<Integer> ports) {
        return "zookeeper://" + ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","))
                + "/nemesis";
    }

    @Override
    public String description() {
        return "ZooKeeper with " + servers.size() + (servers.size() == 1 ? " server" : " servers");
    }

    @Override
    public void close() throws IOException {
        servers.forEach(ZkTrialServer::close);
        directory.close();
    }
}
