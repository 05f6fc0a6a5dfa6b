package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.KillTrial;
import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import java.util.List;

/**
 * From {@code kill -9} of the leader's process until another member, in its own process, has acquired: 3 and 5 members
 * with default settings, beside a process that only waits for the same death.
 */
public final class QuorumKillBenchmark extends Benchmark {
    public QuorumKillBenchmark() {
        super(
                "quorum-kill",
                "kill -9 of the leader until another member acquired, 3 and 5 members, beside a bare wait for the same death",
                "victims",
                200);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        for (int members : List.of(3, 5)) {
            KillTrial trial = new KillTrial(members + " members, ");
            try (TrialDirectory directory = TrialDirectory.open();
                    LabProcess waiter = directory.bareWaiter();
                    LabCluster cluster = new LabGroup(members, directory).cluster(KillTrial.VICTIM_FLAGS)) {
                cluster.startAll();
                for (int i = 0; i < count; i++) {
                    killFirstMember(cluster, trial, directory, waiter);
                }
                waiter.kill();
            }
            trial.print(report);
        }
    }

    private static void killFirstMember(
            LabCluster cluster, KillTrial trial, TrialDirectory directory, LabProcess waiter) throws Exception {
        String id = cluster.ids().get(0);
        LabProcess victim = cluster.member(id);
        String leader = cluster.awaitLeader("").id();
        if (!leader.equals(id)) {
            KillTrial.handOver(cluster.member(leader), "transfer " + id, victim);
        }
        // Long enough for the former leader to be a candidate again.
        KillTrial.settle(850);
        cluster.clearReplies();
        directory.connectToWaiter(victim);
        trial.kill(victim, () -> cluster.awaitLeader(id).at(), waiter, "woken");
        cluster.start(id);
        cluster.member(id).await("waiting");
    }
}
