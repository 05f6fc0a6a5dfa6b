package dev.baton.lab.postgres;

import dev.baton.lab.LabProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Three replicas of one system, of which the first leads everything until it is killed. */
final class ReplicaSet {
    private static final long SETTLING_SECONDS = 5;
    private static final long PATIENCE_SECONDS = 120;

    private final LabServer server;
    private final String system;
    private final int size;

    ReplicaSet(LabServer server, String system, int size) {
        this.server = server;
        this.system = system;
        this.size = size;
    }

    /**
     * What it takes.
     *
     * @param failovers from the kill until each election was led again, in milliseconds
     * @param statements per second, of all replicas, while nothing happens
     */
    record Cost(List<Double> failovers, double statements, double connections, double threads) {}

    Cost play(int kills, int idleSeconds) throws IOException, InterruptedException {
        List<Double> failovers = new ArrayList<>();
        Cost idle = new Cost(List.of(), 0, 0, 0);
        for (int i = 0; i < kills; i++) {
            server.clear();
            try (LabProcess leader = replica()) {
                collect(List.of(leader));
                try (LabProcess one = replica();
                        LabProcess two = replica()) {
                    List<LabProcess> standbys = List.of(one, two);
                    one.await("ready");
                    two.await("ready");
                    TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
                    if (i == 0) {
                        idle = idle(List.of(leader, one, two), idleSeconds);
                    }
                    long from = System.nanoTime();
                    leader.kill();
                    collect(standbys).forEach(at -> failovers.add((at - from) / 1e6));
                    one.kill();
                    two.kill();
                }
            }
        }
        return new Cost(failovers, idle.statements, idle.connections, idle.threads);
    }

    private LabProcess replica() throws IOException {
        String store = switch (system) {
            case "baton" -> server.url();
            case "baton-lease" -> "lease:" + server.url();
            default -> server.jdbcUrl();
        };
        return LabProcess.start(LabServer.QUIET, PeerReplica.class, system, store, Integer.toString(size));
    }

    private Cost idle(List<LabProcess> all, int seconds) throws IOException, InterruptedException {
        server.forgetStatements();
        long from = System.nanoTime();
        TimeUnit.SECONDS.sleep(seconds);
        double statements = server.statements() / ((System.nanoTime() - from) / 1e9);
        double connections = server.connections();
        double threads = 0;
        for (LabProcess replica : all) {
            replica.tell("threads");
            threads += replica.awaitTime("threads");
        }
        return new Cost(List.of(), statements, connections, threads);
    }

    /** When each election was acquired first, by any of these. */
    private List<Long> collect(List<LabProcess> replicas) throws IOException, InterruptedException {
        Set<String> led = new HashSet<>();
        List<Long> times = new ArrayList<>();
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (led.size() < size) {
            for (LabProcess replica : replicas) {
                Optional<List<String>> said = replica.await("acquired", 0);
                if (said.isPresent() && led.add(said.get().get(0))) {
                    times.add(Long.parseLong(said.get().get(1)));
                }
            }
            if (System.nanoTime() - giveUpAt > 0) {
                throw new IOException(system + " leads " + led.size() + " of " + size + " elections");
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return times;
    }
}
