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

/** Two nodes on files, or on a PostgreSQL server that each reaches through a network of its own, and what befalls them. */
final class SoakScene implements AutoCloseable {
    /** What may be done to nodes wherever their jobs are. */
    private static final int EVERYWHERE = 5;

    private static final int ON_POSTGRES = 9;

    private final Path directory;
    private final Cluster cluster;
    private final Optional<Postgres> postgres;
    private final Map<String, FaultProxy> networks = new LinkedHashMap<>();

    SoakScene(Path directory, String store) {
        this.directory = directory;
        this.cluster = new Cluster(directory);
        this.postgres = store.equals("postgres") ? Optional.of(new Postgres()) : Optional.empty();
        for (String id : List.of("a", "b")) {
            String jobs = "sqlite:" + directory.resolve("node.db");
            String lock = "lease:sqlite:" + directory.resolve("lock.db") + "?ttl=2s";
            if (postgres.isPresent()) {
                FaultProxy network = FaultProxy.to("127.0.0.1", postgres.get().port());
                networks.put(id, network);
                jobs = Postgres.url(network.port());
                lock = jobs + "?patience=3s";
            }
            cluster.start(id, "--on", lock, "--store", jobs, "--data-dir", directory.toString(), "--drain", "1");
        }
        cluster.awaitLeader();
    }

    Cluster cluster() {
        return cluster;
    }

    LedgerJudge judge() throws SQLException {
        if (postgres.isPresent()) {
            return postgres.get().judge();
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("node.db"))) {
            return new LedgerJudge(connection);
        }
    }

    /** One fault, mostly on the leader; it is over, and somebody leads, when this returns. */
    void fault(Random random) {
        String leader = cluster.awaitLeader();
        String victim = random.nextInt(4) > 0 ? leader : cluster.other(leader);
        int kind = random.nextInt(postgres.isPresent() ? ON_POSTGRES : EVERYWHERE);
        System.out.println("fault " + kind + " on " + victim + (victim.equals(leader) ? ", the leader" : ""));
        if (kind < EVERYWHERE) {
            faultOfProcesses(kind, victim, victim.equals(leader));
        } else {
            faultOfNetworks(kind, victim);
        }
        cluster.awaitLeader();
    }

    private void faultOfProcesses(int kind, String victim, boolean leads) {
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
                cluster.await("its end as leader", () -> !cluster.role(victim).equals("LEADER"));
                node.signal("CONT");
            }
            case 3 -> cluster.post(victim, "/v1/drain", "{\"grace_s\":0.2}");
            default -> {
                controller.ifPresent(child -> NodeProcess.signal("STOP", child.pid()));
                if (leads) {
                    cluster.await(
                            "its supervisor ends it", () -> controller.stream().noneMatch(ProcessHandle::isAlive));
                } else {
                    controller.ifPresent(child -> NodeProcess.signal("CONT", child.pid()));
                }
            }
        }
    }

    private void faultOfNetworks(int kind, String victim) {
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
            default -> postgres.orElseThrow().killed(() -> {});
        }
    }

    @Override
    public void close() {
        cluster.close();
        networks.values().forEach(FaultProxy::close);
        postgres.ifPresent(Postgres::close);
    }
}
