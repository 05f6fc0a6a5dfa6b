package dev.baton.lab.postgres;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.KillTrial;
import dev.baton.lab.LabProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * From {@code kill -9} of a foreign program that held the lock of an election until a candidate has acquired, beside a
 * session blocked in {@code pg_advisory_lock} on another lock of the same session.
 */
public final class PgForeignBenchmark extends Benchmark {
    public PgForeignBenchmark() {
        super(
                "pg-foreign",
                "kill -9 of a foreign holder of the lock until a candidate acquired, beside a bare session blocked on it",
                "victims",
                200);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        List<String> flags = new ArrayList<>(KillTrial.VICTIM_FLAGS);
        flags.addAll(LabProcess.QUIET);
        KillTrial trial = new KillTrial("");
        try (LabServer server = LabServer.start();
                LabProcess waiter = server.bareSession();
                LabProcess standby = server.candidate("standby")) {
            standby.await("acquired");
            for (int i = 0; i < count; i++) {
                LabProcess victim = LabProcess.start(flags, ForeignHolder.class, server.jdbcUrl(), "lab");
                victim.await("waiting");
                KillTrial.handOver(standby, "yield", victim);
                standby.await("waiting");
                waiter.send("lock");
                while (server.blockedSessions() < 2) {
                    TimeUnit.MILLISECONDS.sleep(5);
                }
                KillTrial.settle(100);
                standby.clearReplies();
                trial.kill(victim, () -> standby.awaitNumber("acquired"), waiter, "granted");
                waiter.send("unlock");
                waiter.await("from");
            }
        }
        trial.print(report);
    }
}
