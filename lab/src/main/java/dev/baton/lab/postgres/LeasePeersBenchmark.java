package dev.baton.lab.postgres;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import java.io.IOException;

/** A hundred elections by lease, three replicas, beside what else keeps locks in rows: upkeep, and failover after a kill. */
public final class LeasePeersBenchmark implements Benchmark {
    private static final int ELECTIONS = 100;
    private static final int IDLE_SECONDS = 30;

    @Override
    public String name() {
        return "lease-peers";
    }

    @Override
    public String about() {
        return "failover and upkeep of 100 leases beside Spring Integration's and ShedLock's JDBC locks";
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
            ReplicaSet.Cost ours = new ReplicaSet(server, "baton-lease", ELECTIONS).play(count, IDLE_SECONDS);
            print(report, "ShedLock", ours, new ReplicaSet(server, "shedlock", ELECTIONS).play(count, IDLE_SECONDS));
            print(
                    report,
                    "Spring Integration",
                    ours,
                    new ReplicaSet(server, "spring", ELECTIONS).play(count, IDLE_SECONDS));
        }
    }

    private void print(BenchmarkReport report, String peer, ReplicaSet.Cost ours, ReplicaSet.Cost theirs) {
        String against = ", against " + peer;
        SampleSet failovers = SampleSet.of(ours.failovers());
        report.add(BenchmarkFigure.ofMedians(
                name(), "failover, p50" + against, failovers, SampleSet.of(theirs.failovers()), "ms"));
        report.add(figure("statements a second" + against, ours.statements(), theirs.statements(), "1/s"));
        report.add(figure("connections of 3 replicas" + against, ours.connections(), theirs.connections(), "-"));
        report.add(figure("threads of 3 replicas" + against, ours.threads(), theirs.threads(), "-"));
    }

    private BenchmarkFigure figure(String what, double ours, double theirs, String unit) {
        return BenchmarkFigure.ofMedians(name(), what, SampleSet.of(ours), SampleSet.of(theirs), unit);
    }
}
