package dev.baton.lab.postgres;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.LabProcess;
import dev.baton.lab.ReleaseTrial;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside
 * {@code pg_advisory_unlock} until another session was granted the lock, and until that one has committed.
 */
public final class PgReleaseBenchmark implements Benchmark {
    private final List<Double> bare = new ArrayList<>();
    private final List<Double> durable = new ArrayList<>();

    @Override
    public String name() {
        return "pg-release";
    }

    @Override
    public String about() {
        return "a graceful release until the next one acquired, beside a bare unlock until the lock is granted";
    }

    @Override
    public String counts() {
        return "releases";
    }

    @Override
    public int usualCount() {
        return 200;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        ReleaseTrial trial = new ReleaseTrial();
        try (LabServer server = LabServer.start();
                LabProcess holder = bareSession(server);
                LabProcess waiter = bareSession(server);
                LabProcess one = stander(server, "one")) {
            one.await("acquired");
            holder.tell("lock");
            holder.await("granted");
            try (LabProcess other = stander(server, "other")) {
                other.await("waiting");
                trial.play(count, one, other, () -> {
                    bare.add(bareMillis(holder, waiter, "lock"));
                    durable.add(bareMillis(waiter, holder, "lock-durable"));
                });
            }
        }
        print(trial.took("postgres", report), report);
    }

    private static LabProcess bareSession(LabServer server) throws IOException, InterruptedException {
        LabProcess session = LabProcess.start(LabServer.QUIET, BareSession.class, server.jdbcUrl());
        session.await("ready");
        return session;
    }

    private static LabProcess stander(LabServer server, String id) throws IOException {
        return LabProcess.start(LabServer.QUIET, CandidateProcess.class, server.url(), "lab", id);
    }

    private static double bareMillis(LabProcess from, LabProcess to, String order)
            throws IOException, InterruptedException {
        to.tell(order);
        ReleaseTrial.pause();
        return ReleaseTrial.millis(from, "unlock", to, "granted");
    }

    private void print(SampleSet all, BenchmarkReport report) {
        SampleSet grant = SampleSet.of(bare);
        SampleSet commit = SampleSet.of(durable);
        report.add(BenchmarkFigure.ofMedians(
                name(), "stepDown() to acquired, p50, against unlock to grant", all, grant, "ms"));
        report.add(BenchmarkFigure.ofPercentiles(
                name(), "stepDown() to acquired, p99, against unlock to grant", 99, all, grant, "ms"));
        report.add(BenchmarkFigure.ofMedians(
                name(), "stepDown() to acquired, p50, against unlock to grant and commit", all, commit, "ms"));
    }
}
