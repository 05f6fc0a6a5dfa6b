package dev.baton.node.proof;

import dev.baton.testkit.FaultProxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Two nodes on files, or on a PostgreSQL server that each reaches through its own proxy, and faults for them. */
final class SoakFixture implements AutoCloseable {
    /** The number of faults for any store. */
    private static final int PROCESS_FAULTS = 5;

    private static final int ALL_FAULTS = 9;

    private final Path directory;
    private final Cluster cluster;
    private final Optional<ProofPostgres> postgres;
    private final Map<String, FaultProxy> networks = new LinkedHashMap<>();

    SoakFixture(Path directory, String store) {
        this.directory = directory;
        this.cluster = new Cluster(directory);
        this.postgres = store.equals("postgres") ? Optional.of(new ProofPostgres()) : Optional.empty();
        for (String id : List.of("a", "b")) {
            String jobs = "sqlite:" + directory.resolve("node.db");
            String lock = "lease:sqlite:" + directory.resolve("lock.db") + "?ttl=2s";
            if (postgres.isPresent()) {
                FaultProxy network = FaultProxy.to("127.0.0.1", postgres.get().port());
                networks.put(id, network);
                jobs = ProofPostgres.url(network.port());
                lock = jobs + "?patience=3s";
            }
            cluster.start(id, "--on", lock, "--store", jobs, "--data-dir", directory.toString(), "--drain", "1");
        }
        cluster.awaitLeader();
    }

    Cluster cluster() {
        return cluster;
    }

    DatabaseAudit audit() throws SQLException {
        if (postgres.isPresent()) {
            return postgres.get().audit();
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("node.db"))) {
            return new DatabaseAudit(connection);
        }
    }

    /** Causes one fault, mostly on the leader. Returns when it is over and there is a leader. */
    void causeFault(Random random) {
        String leader = cluster.awaitLeader();
        String victim = random.nextInt(4) > 0 ? leader : cluster.other(leader);
        int kind = random.nextInt(postgres.isPresent() ? ALL_FAULTS : PROCESS_FAULTS);
        System.out.println("fault " + kind + " on " + victim + (victim.equals(leader) ? ", the leader" : ""));
        if (kind < PROCESS_FAULTS) {
            processFault(kind, victim, victim.equals(leader));
        } else {
            networkFault(kind, victim);
        }
        cluster.awaitLeader();
    }

    private void processFault(int kind, String victim, boolean leads) {
        NodeProcess node = cluster.node(victim);
        Optional<ProcessHandle> controller = node.child("controller");
        switch (kind) {
            case 0 -> {
                node.kill();
                cluster.start(victim);
            }
            case 1 -> controller.ifPresent(child -> NodeProcess.signal("KILL", child.pid()));
            case 2 -> {
                node.signal("STOP");
                cluster.await(
                        "the node is not leader any more",
                        () -> !cluster.role(victim).equals("LEADER"));
                node.signal("CONT");
            }
            case 3 -> cluster.post(victim, "/v1/drain", "{\"grace_s\":0.2}");
            default -> {
                controller.ifPresent(child -> NodeProcess.signal("STOP", child.pid()));
                if (leads) {
                    cluster.await(
                            "its supervisor kills it", () -> controller.stream().noneMatch(ProcessHandle::isAlive));
                } else {
                    controller.ifPresent(child -> NodeProcess.signal("CONT", child.pid()));
                }
            }
        }
    }

    private void networkFault(int kind, String victim) {
        FaultProxy network = networks.get(victim);
        switch (kind) {
            case 5 -> {
                cluster.node(victim).signalAll("STOP");
                cluster.awaitLeaderOtherThan(victim);
                cluster.node(victim).signalAll("CONT");
            }
            case 6 -> {
                network.blackhole();
                cluster.awaitLeaderOtherThan(victim);
                network.heal();
            }
            case 7 -> network.reset();
            default -> postgres.orElseThrow().killAndRestart(() -> {});
        }
    }

    @Override
    public void close() {
        cluster.close();
        networks.values().forEach(FaultProxy::close);
        postgres.ifPresent(ProofPostgres::close);
    }
}
