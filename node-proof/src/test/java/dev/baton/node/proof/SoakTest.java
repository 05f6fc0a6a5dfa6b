package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.ledger.Ledger;
import dev.baton.node.ledger.LedgerEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs through random faults: every accepted job ends exactly once, and no write of a former leader is accepted. The
 * short form of a longer run: {@code -Dsoak.jobs=1000 -Dsoak.faults=50}.
 */
class SoakTest {
    private static final int JOBS = Integer.getInteger("soak.jobs", 200);
    private static final int FAULTS = Integer.getInteger("soak.faults", 8);
    private static final long SEED = Long.getLong("soak.seed", new Random().nextLong());

    @TempDir
    Path directory;

    @Test // NODE-7, NODE-8
    void everyAcceptedJobEndsExactlyOnceThroughKillsAndFreezes() throws InterruptedException {
        System.out.println("seed " + SEED + " of the soak, " + JOBS + " jobs, " + FAULTS + " faults");
        Random random = new Random(SEED);
        String store = "sqlite:" + directory.resolve("node.db");
        try (Cluster cluster = new Cluster(directory)) {
            String lock = "lease:sqlite:" + directory.resolve("lock.db") + "?ttl=2s";
            for (String id : List.of("a", "b")) {
                cluster.start(id, "--on", lock, "--store", store, "--data-dir", directory.toString(), "--drain", "1");
            }
            cluster.awaitLeader();
            try (Clients clients = new Clients(cluster, List.of("a", "b"))) {
                Thread first = clients.submit(JOBS);
                Thread second = clients.submit(JOBS);
                clients.work("w1", 7);
                clients.work("w2", 1000);
                for (int i = 0; i < FAULTS; i++) {
                    fault(cluster, random);
                    cluster.awaitLeader();
                }
                first.join();
                second.join();
                Awaitility.await("every job is done")
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> clients.ended() >= JOBS);
                assertThat(clients.accepted()).hasSize(JOBS);
                assertThat(clients.history().violations()).isEmpty();
                assertThat(clients.violations()).isEmpty();
            }
        }
        checkLedger(store);
    }

    private static void fault(Cluster cluster, Random random) {
        String victim = random.nextInt(4) > 0 ? cluster.awaitLeader() : cluster.other(cluster.awaitLeader());
        NodeProcess node = cluster.node(victim);
        int kind = random.nextInt(5);
        System.out.println("fault " + kind + " on " + victim);
        switch (kind) {
            case 0 -> {
                node.kill();
                cluster.start(victim);
            }
            case 1 -> node.child("controller").ifPresent(child -> NodeProcess.signal("KILL", child.pid()));
            case 2 -> {
                node.signal("STOP");
                cluster.await("its end as leader", () -> !cluster.role(victim).equals("LEADER"));
                node.signal("CONT");
            }
            case 3 -> cluster.post(victim, "/v1/drain", "{\"grace_s\":0.2}");
            default -> {
                node.child("controller").ifPresent(child -> NodeProcess.signal("STOP", child.pid()));
                cluster.await("its end", () -> cluster.leader().isPresent());
                node.child("controller").ifPresent(child -> NodeProcess.signal("CONT", child.pid()));
            }
        }
    }

    /** What the store itself says: one end for every job, and epochs that only grew. */
    private static void checkLedger(String store) {
        Map<String, Integer> ends = new HashMap<>();
        long epoch = 0;
        try (Ledger ledger = Ledger.open(store)) {
            long after = 0;
            List<LedgerEvent> page = ledger.eventsAfter(after, 1000);
            while (!page.isEmpty()) {
                for (LedgerEvent event : page) {
                    var data = dev.baton.json.Json.parseObject(event.data());
                    long stamped = data.get("leader_epoch") instanceof Long number ? number : 0;
                    assertThat(stamped).isGreaterThanOrEqualTo(epoch);
                    epoch = stamped;
                    if ("succeeded".equals(data.get("state"))) {
                        ends.merge(String.valueOf(data.get("id")), 1, Integer::sum);
                    }
                    after = event.id();
                }
                page = ledger.eventsAfter(after, 1000);
            }
        }
        assertThat(ends).hasSize(JOBS);
        assertThat(ends.values()).allMatch(count -> count == 1);
    }
}
