package dev.baton.lab.postgres;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.ReleaseTrial;
import dev.baton.lab.SampleSet;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside {@code pg_advisory_unlock}
 * until another session was granted the lock, and until that session has also committed.
 */
public final class PgReleaseBenchmark extends Benchmark {
    public PgReleaseBenchmark() {
        super(
                "pg-release",
                "a graceful release until the next one acquired, beside a bare unlock until the lock is granted",
                "releases",
                200);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        ReleaseTrial trial = new ReleaseTrial();
        SampleSet grant = new SampleSet();
        SampleSet commit = new SampleSet();
        try (LabServer server = LabServer.start();
                LabProcess holder = server.bareSession();
                LabProcess waiter = server.bareSession();
                LabProcess one = server.candidate("one")) {
            one.await("acquired");
            holder.send("lock");
            holder.await("granted");
            try (LabProcess other = server.candidate("other")) {
                other.await("waiting");
                trial.run(count, one, other, () -> {
                    grant.add(bareMillis(holder, waiter, "lock"));
                    commit.add(bareMillis(waiter, holder, "lock-durable"));
                });
            }
        }
        SampleSet ours = trial.finish("postgres", report);
        report.medians("stepDown() to acquired, p50, against unlock to grant", ours, grant, "ms");
        report.percentiles(99, "stepDown() to acquired, p99, against unlock to grant", ours, grant, "ms");
        report.medians("stepDown() to acquired, p50, against unlock to grant and commit", ours, commit, "ms");
    }

    private static double bareMillis(LabProcess from, LabProcess to, String command) throws Exception {
        to.send(command);
        ReleaseTrial.pause();
        return ReleaseTrial.millis(from, "unlock", to, "granted");
    }
}
