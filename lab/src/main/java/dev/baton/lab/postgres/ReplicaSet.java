package dev.baton.lab.postgres;

import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Three replicas of one system. The first leads all elections until it is killed. */
record ReplicaSet(LabServer server, String system, int size) {
    private static final long SETTLING_SECONDS = 5;
    private static final long TIMEOUT_SECONDS = 120;
    private static final String STATEMENTS = "SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements s"
            + " JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname = 'lab'";
    private static final String CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'lab'";

    /**
     * The measured costs.
     *
     * @param failovers milliseconds from the kill until each election was acquired again
     * @param statements statements per second of all idle replicas
     */
    record Cost(SampleSet failovers, double statements, double connections, double threads) {}

    Cost measure(int kills, int idleSeconds) throws Exception {
        SampleSet failovers = new SampleSet();
        Cost idle = new Cost(failovers, 0, 0, 0);
        for (int i = 0; i < kills; i++) {
            server.clear();
            try (LabProcess leader = replica()) {
                awaitAcquired(List.of(leader));
                try (LabProcess one = replica();
                        LabProcess two = replica()) {
                    one.await("ready");
                    two.await("ready");
                    TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
                    if (i == 0) {
                        idle = idleCost(failovers, List.of(leader, one, two), idleSeconds);
                    }
                    long from = System.nanoTime();
                    leader.kill();
                    awaitAcquired(List.of(one, two)).forEach(at -> failovers.add((at - from) / 1e6));
                    one.kill();
                    two.kill();
                }
            }
        }
        return idle;
    }

    private LabProcess replica() throws IOException {
        String store = switch (system) {
            case "baton" -> server.url();
            case "baton-lease" -> "lease:" + server.url();
            default -> server.jdbcUrl();
        };
        return LabProcess.start(LabProcess.QUIET, PeerReplica.class, system, store, Integer.toString(size));
    }

    private Cost idleCost(SampleSet failovers, List<LabProcess> all, int seconds) throws Exception {
        server.number("SELECT 1 FROM pg_stat_statements_reset()");
        long from = System.nanoTime();
        TimeUnit.SECONDS.sleep(seconds);
        double statements = server.number(STATEMENTS) / ((System.nanoTime() - from) / 1e9);
        double connections = server.number(CONNECTIONS);
        double threads = 0;
        for (LabProcess replica : all) {
            replica.send("threads");
            threads += replica.awaitNumber("threads");
        }
        return new Cost(failovers, statements, connections, threads);
    }

    /** Returns when each election was first acquired by one of the replicas. */
    private List<Long> awaitAcquired(List<LabProcess> replicas) throws Exception {
        Set<String> led = new HashSet<>();
        List<Long> times = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (led.size() < size) {
            for (LabProcess replica : replicas) {
                Optional<List<String>> reply = replica.await("acquired", 0);
                if (reply.isPresent() && led.add(reply.get().get(0))) {
                    times.add(Long.parseLong(reply.get().get(1)));
                }
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException(system + " leads " + led.size() + " of " + size + " elections");
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return times;
    }
}
