package dev.baton.lab.postgres;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.util.List;

/**
 * The same elections held by Baton and by what else a user of PostgreSQL would pick, three replicas each, on
 * one server: failover after {@code kill -9}, and what a second of waiting costs.
 */
public final class PgPeersBenchmark implements Benchmark {
    private final List<Integer> sizes;
    private final int idleSeconds;

    public PgPeersBenchmark() {
        this(List.of(1, 10, 100), 20);
    }

    PgPeersBenchmark(List<Integer> sizes, int idleSeconds) {
        this.sizes = sizes;
        this.idleSeconds = idleSeconds;
    }

    @Override
    public String name() {
        return "pg-peers";
    }

    @Override
    public String about() {
        return "failover and upkeep beside Spring Integration's and ShedLock's JDBC locks, at 1, 10 and 100 elections";
    }

    @Override
    public String counts() {
        return "kills of each";
    }

    @Override
    public int usualCount() {
        return 3;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        try (LabServer server = LabServer.start()) {
            for (int size : sizes) {
                ReplicaSet.Cost ours = new ReplicaSet(server, "baton", size).play(count, idleSeconds);
                print(
                        report,
                        size,
                        "Spring Integration",
                        ours,
                        new ReplicaSet(server, "spring", size).play(count, idleSeconds));
                print(
                        report,
                        size,
                        "ShedLock",
                        ours,
                        new ReplicaSet(server, "shedlock", size).play(count, idleSeconds));
            }
        }
    }

    private void print(BenchmarkReport report, int size, String peer, ReplicaSet.Cost ours, ReplicaSet.Cost theirs) {
        String at = " at " + size + ", against " + peer;
        report.add(BenchmarkFigure.ofMedians(
                name(), "failover, p50" + at, SampleSet.of(ours.failovers()), SampleSet.of(theirs.failovers()), "ms"));
        report.add(figure("statements a second" + at, ours.statements(), theirs.statements(), "1/s"));
        report.add(figure("connections of 3 replicas" + at, ours.connections(), theirs.connections(), "-"));
        report.add(figure("threads of 3 replicas" + at, ours.threads(), theirs.threads(), "-"));
    }

    private BenchmarkFigure figure(String what, double ours, double theirs, String unit) {
        return BenchmarkFigure.ofMedians(name(), what, SampleSet.of(ours), SampleSet.of(theirs), unit);
    }
}
