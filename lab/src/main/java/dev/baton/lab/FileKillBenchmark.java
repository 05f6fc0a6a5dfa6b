package dev.baton.lab;

import java.util.List;

/**
 * From {@code kill -9} of the leader's process until a standby in another process has acquired, beside a third process
 * that only waits for the same death.
 */
final class FileKillBenchmark extends Benchmark {
    FileKillBenchmark() {
        super(
                "file-kill",
                "kill -9 of the leader until the next one acquired, beside a bare wait for the same death",
                "victims",
                200);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        KillTrial trial = new KillTrial("");
        try (TrialDirectory directory = TrialDirectory.open();
                LabProcess waiter = directory.bareWaiter();
                LabProcess standby = directory.candidate(List.of(), "standby")) {
            standby.await("acquired");
            for (int i = 0; i < count; i++) {
                LabProcess victim = directory.candidate(KillTrial.VICTIM_FLAGS, "victim-" + i);
                victim.await("waiting");
                directory.connectToWaiter(victim);
                KillTrial.handOver(standby, "yield", victim);
                standby.await("waiting");
                KillTrial.settle(200);
                standby.clearReplies();
                trial.kill(victim, () -> standby.awaitNumber("acquired"), waiter, "woken");
            }
            waiter.kill();
        }
        trial.print(report);
    }
}
