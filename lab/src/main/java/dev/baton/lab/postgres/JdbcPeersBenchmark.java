package dev.baton.lab.postgres;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import java.util.List;
import java.util.Map;

/**
 * The same elections with Baton and with the JDBC locks of Spring Integration and ShedLock, three replicas each, on one
 * server: failover after {@code kill -9}, and the cost of idle elections.
 */
public final class JdbcPeersBenchmark extends Benchmark {
    private static final Map<String, String> NAMES = Map.of("spring", "Spring Integration", "shedlock", "ShedLock");

    private final String system;
    private final List<String> peers;
    private final List<Integer> sizes;
    private final int idleSeconds;

    private JdbcPeersBenchmark(
            String name, String about, String system, List<String> peers, List<Integer> sizes, int idleSeconds) {
        super(name, about, "kills of each", 3);
        this.system = system;
        this.peers = peers;
        this.sizes = sizes;
        this.idleSeconds = idleSeconds;
    }

    public static JdbcPeersBenchmark ofAdvisoryLocks() {
        return new JdbcPeersBenchmark(
                "pg-peers",
                "failover and upkeep beside Spring Integration's and ShedLock's JDBC locks, at 1, 10 and 100 elections",
                "baton",
                List.of("spring", "shedlock"),
                List.of(1, 10, 100),
                20);
    }

    public static JdbcPeersBenchmark ofLeases() {
        return new JdbcPeersBenchmark(
                "lease-peers",
                "failover and upkeep of 100 leases beside Spring Integration's and ShedLock's JDBC locks",
                "baton-lease",
                List.of("shedlock", "spring"),
                List.of(100),
                30);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        try (LabServer server = LabServer.start()) {
            for (int size : sizes) {
                ReplicaSet.Cost ours = new ReplicaSet(server, system, size).measure(count, idleSeconds);
                for (String peer : peers) {
                    ReplicaSet.Cost theirs = new ReplicaSet(server, peer, size).measure(count, idleSeconds);
                    String where = (sizes.size() > 1 ? " at " + size : "") + ", against " + NAMES.get(peer);
                    report.medians("failover, p50" + where, ours.failovers(), theirs.failovers(), "ms");
                    report.values("statements a second" + where, ours.statements(), theirs.statements(), "1/s");
                    report.values("connections of 3 replicas" + where, ours.connections(), theirs.connections(), "-");
                    report.values("threads of 3 replicas" + where, ours.threads(), theirs.threads(), "-");
                }
            }
        }
    }
}
