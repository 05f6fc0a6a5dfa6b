package dev.baton.lab.nemesis.store;

import dev.baton.testkit.etcd.EtcdTestCluster;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** The members of an etcd cluster. */
final class EtcdTrialCluster implements EngineServers {
    private static final int CLUSTER = 3;
    private static final Duration DEFAULT_TTL = Duration.ofSeconds(10);

    private final EtcdTestCluster cluster;
    private final List<EtcdTrialServer> members;

    private EtcdTrialCluster(int size) {
        cluster = EtcdTestCluster.start(size);
        members = cluster.members().stream().map(EtcdTrialServer::new).toList();
    }

    /** Starts {@code etcd:}, one member. */
    static NemesisStore one(TrialPlan plan) {
        return new EngineNemesisStore(plan, new EtcdTrialCluster(1), EngineTiming.of(plan, "ttl", DEFAULT_TTL));
    }

    /**
     * Starts {@code etcd:3}, three members. None is frozen for longer than half of a ttl: an old leader that wakes up
     * later can delete the keys of live processes, which is documented.
     */
    static NemesisStore cluster(TrialPlan plan) {
        return new EngineNemesisStore(
                plan,
                new EtcdTrialCluster(CLUSTER),
                EngineTiming.of(plan, "ttl", DEFAULT_TTL).withShortFreezes());
    }

    @Override
    public List<EtcdTrialServer> all() {
        return members;
    }

    @Override
    public String url(List<Integer> ports) {
        return "etcd://" + ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","))
                + "/nemesis";
    }

    @Override
    public String description() {
        return "etcd with " + members.size() + (members.size() == 1 ? " member" : " members");
    }

    @Override
    public void close() {
        cluster.close();
    }
}
