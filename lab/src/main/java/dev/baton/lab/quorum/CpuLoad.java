package dev.baton.lab.quorum;

import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Counts the elections of a cluster while twice as many threads spin as there are cores. */
final class CpuLoad {
    private CpuLoad() {}

    /** Returns how often the leader of a settled cluster changed in this time under full load. */
    static int elections(PeerCluster cluster, Duration time) throws Exception {
        PeerCluster.Leader last = cluster.awaitLeader("");
        AtomicBoolean over = new AtomicBoolean();
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
            NamedThreads.start("lab-load", () -> spin(over));
        }
        int changes = 0;
        long end = System.nanoTime() + time.toNanos();
        try {
            while (System.nanoTime() - end < 0) {
                TimeUnit.MILLISECONDS.sleep(100);
                PeerCluster.Leader leader = cluster.awaitLeader("");
                changes += leader.equals(last) ? 0 : 1;
                last = leader;
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
