package dev.baton.lab.postgres;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.KillTrial;
import dev.baton.lab.LabProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * From {@code kill -9} of the leader's process until a standby in another process has acquired, beside a
 * session blocked in {@code pg_advisory_lock} on a lock that the same victim held.
 */
public final class PgKillBenchmark implements Benchmark {
    @Override
    public String name() {
        return "pg-kill";
    }

    @Override
    public String about() {
        return "kill -9 of the leader until the next one acquired, beside a bare session blocked on its lock";
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
        try (LabServer server = LabServer.start();
                LabProcess waiter = LabProcess.start(LabServer.QUIET, BareSession.class, server.jdbcUrl());
                LabProcess standby =
                        LabProcess.start(LabServer.QUIET, CandidateProcess.class, server.url(), "lab", "standby")) {
            waiter.await("ready");
            standby.await("acquired");
            for (int i = 0; i < count; i++) {
                killOne(trial, server, standby, waiter, "victim-" + i);
            }
        }
        trial.print(report);
    }

    private static void killOne(KillTrial trial, LabServer server, LabProcess standby, LabProcess waiter, String id)
            throws IOException, InterruptedException {
        List<String> flags = Stream.concat(KillTrial.VICTIM.stream(), LabServer.QUIET.stream())
                .toList();
        LabProcess victim = LabProcess.start(flags, KillTarget.class, server.url(), "lab", id, server.jdbcUrl());
        victim.await("waiting");
        KillTrial.handOver(standby, "yield", victim);
        standby.await("waiting");
        waiter.tell("lock");
        while (server.waiting() < 2) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        KillTrial.settle(100);
        standby.forget();
        trial.kill(victim, () -> standby.awaitTime("acquired"), waiter, "granted");
        waiter.tell("unlock");
        waiter.await("from");
    }
}
