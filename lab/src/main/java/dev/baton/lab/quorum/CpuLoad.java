package dev.baton.lab.quorum;

import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Counts the elections of clusters while twice as many threads spin as there are cores. */
final class CpuLoad {
    private CpuLoad() {}

    /** Returns how often the leader of a settled cluster changed in this time under full load. */
    static int elections(PeerCluster cluster, Duration time) throws Exception {
        return elections(Map.of("", cluster), time).getOrDefault("", 0);
    }

    /** Returns how often the leader of each of these settled clusters changed in this time under full load. */
    static Map<String, Integer> elections(Map<String, PeerCluster> clusters, Duration time) throws Exception {
        Map<String, PeerCluster.Leader> last = new HashMap<>();
        Map<String, Integer> changes = new TreeMap<>();
        for (Map.Entry<String, PeerCluster> each : clusters.entrySet()) {
            last.put(each.getKey(), each.getValue().awaitLeader(""));
            changes.put(each.getKey(), 0);
        }
        AtomicBoolean over = new AtomicBoolean();
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
            NamedThreads.start("lab-load", () -> spin(over));
        }
        long end = System.nanoTime() + time.toNanos();
        try {
            while (System.nanoTime() - end < 0) {
                TimeUnit.MILLISECONDS.sleep(100);
                for (Map.Entry<String, PeerCluster> each : clusters.entrySet()) {
                    PeerCluster.Leader leader = each.getValue().awaitLeader("");
                    boolean same = leader.equals(last.put(each.getKey(), leader));
                    changes.merge(each.getKey(), same ? 0 : 1, Integer::sum);
                }
            }
        } finally {
            over.set(true);
        }
        return changes;
    }

    private static void spin(AtomicBoolean over) {
        while (!over.get()) {
            Thread.onSpinWait();
        }
    }
}
