package dev.baton.lab;

import java.io.IOException;

/**
 * From {@code kill -9} of the leader's process until a standby in another process has acquired, beside a
 * third process that only waits for the same death of the same victim.
 */
final class FileKillBenchmark implements Benchmark {
    @Override
    public String name() {
        return "file-kill";
    }

    @Override
    public String about() {
        return "kill -9 of the leader until the next one acquired, beside a bare wait for the same death";
    }

    @Override
    public String counts() {
        return "victims";
    }

    @Override
    public int usualCount() {
        return 200;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        KillTrial trial = new KillTrial(name(), "");
        try (TrialDirectory scene = TrialDirectory.open();
                LabProcess waiter = scene.bareWaiter();
                LabProcess standby = scene.stander("standby")) {
            standby.await("acquired");
            for (int i = 0; i < count; i++) {
                LabProcess victim = scene.heardStander(KillTrial.VICTIM, "victim-" + i);
                victim.await("waiting");
                KillTrial.handOver(standby, "yield", victim);
                standby.await("waiting");
                KillTrial.settle(200);
                standby.forget();
                trial.kill(victim, () -> standby.awaitTime("acquired"), waiter, "woken");
            }
            waiter.kill();
        }
        trial.print(report);
    }
}
