package dev.baton.lab.postgres;

import dev.baton.lab.Benchmark;
import dev.baton.lab.Figure;
import dev.baton.lab.Report;
import dev.baton.lab.Samples;
import java.io.IOException;

/** A hundred elections by lease, three replicas, beside what else keeps locks in rows: upkeep, and failover after a kill. */
public final class LeasePeers implements Benchmark {
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
    public void run(int count, Report report) throws IOException, InterruptedException {
        try (LabServer server = LabServer.start()) {
            Troupe.Cost ours = new Troupe(server, "baton-lease", ELECTIONS).play(count, IDLE_SECONDS);
            print(report, "ShedLock", ours, new Troupe(server, "shedlock", ELECTIONS).play(count, IDLE_SECONDS));
            print(
                    report,
                    "Spring Integration",
                    ours,
                    new Troupe(server, "spring", ELECTIONS).play(count, IDLE_SECONDS));
        }
    }

    private void print(Report report, String peer, Troupe.Cost ours, Troupe.Cost theirs) {
        String against = ", against " + peer;
        Samples failovers = Samples.of(ours.failovers());
        report.add(
                Figure.ofMedians(name(), "failover, p50" + against, failovers, Samples.of(theirs.failovers()), "ms"));
        report.add(figure("statements a second" + against, ours.statements(), theirs.statements(), "1/s"));
        report.add(figure("connections of 3 replicas" + against, ours.connections(), theirs.connections(), "-"));
        report.add(figure("threads of 3 replicas" + against, ours.threads(), theirs.threads(), "-"));
    }

    private Figure figure(String what, double ours, double theirs, String unit) {
        return Figure.ofMedians(name(), what, Samples.of(ours), Samples.of(theirs), unit);
    }
}
