package dev.baton.lab.mixed.engine;

import dev.baton.lab.mixed.program.MixedLatches;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/** One ZooKeeper server, and Curator's {@code LeaderLatch}. */
final class ZkEngine implements MixedEngine {
    private static final String ROOT = "/mixed";
    private static final Duration SESSION = Duration.ofSeconds(6);
    private static final int SEQUENCE_DIGITS = 10;

    private final ZkTestEnsemble ensemble = ZkTestEnsemble.start(1);
    private final ZooKeeper client;

    ZkEngine() throws IOException {
        client = new ZooKeeper(ensemble.addresses(), (int) SESSION.toMillis(), event -> {});
    }

    @Override
    public String url() {
        return "zookeeper://" + ensemble.addresses() + ROOT + "?session=" + SESSION.toSeconds() + "s";
    }

    @Override
    public String description() {
        return "one ZooKeeper server, beside Curator's LeaderLatch with the same session";
    }

    @Override
    public Duration validity() {
        return SESSION;
    }

    @Override
    public Duration foreignValidity() {
        return SESSION;
    }

    @Override
    public List<Participant> foreign(MixedSite site) {
        String servers = ensemble.addresses() + "#" + SESSION.toMillis() + "#" + ROOT;
        return List.of(
                new ProgramProcess("latches-1", MixedLatches.class, servers, MixedSite.THEIRS, site),
                new ProgramProcess("latches-2", MixedLatches.class, servers, MixedSite.THEIRS, site));
    }

    /** The data of a node never changes, so the list of the children alone decides. */
    @Override
    public String holder(String election) throws Exception {
        String path = ROOT + "/" + election;
        while (true) {
            Optional<String> first = children(path).stream()
                    .min(Comparator.comparing(node -> node.substring(node.length() - SEQUENCE_DIGITS)));
            if (first.isEmpty()) {
                return "";
            }
            try {
                return new String(client.getData(path + "/" + first.get(), false, null), StandardCharsets.UTF_8);
            } catch (KeeperException.NoNodeException deleted) {
                // It was the first one, but nobody knows whose. The next one is read.
            }
        }
    }

    private List<String> children(String path) throws Exception {
        try {
            return client.getChildren(path, false);
        } catch (KeeperException.NoNodeException noElection) {
            return List.of();
        }
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        ensemble.close();
    }
}
