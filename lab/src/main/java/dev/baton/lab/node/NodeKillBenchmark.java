package dev.baton.lab.node;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.KillTrial;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * From {@code kill -9} of the leader's supervisor until the successor accepted a write, alternating with the failover of
 * a bare election in the same kind of store.
 */
public final class NodeKillBenchmark extends Benchmark {

    public NodeKillBenchmark() {
        super(
                "node-kill",
                "kill -9 of a leading node until the next accepted write, beside a bare election's failover",
                "victims",
                30);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        try (NodeSite site = NodeSite.open()) {
            String postgres = site.postgres("postgres");
            measure("file + SQLite", site, site.lockFile(), site.sqlite(), count, report);
            measure("PostgreSQL", site, postgres, postgres, count, report);
        }
    }

    private static void measure(String what, NodeSite site, String on, String store, int count, BenchmarkReport report)
            throws Exception {
        SampleSet ours = new SampleSet();
        SampleSet bare = new SampleSet();
        try (LabNode first = site.node(List.of(), "a", on, store);
                LabNode second = site.node(List.of(), "b", on, store);
                BareCandidates candidates = new BareCandidates(on)) {
            first.start();
            first.awaitRole("LEADER");
            second.start();
            second.awaitRole("STANDBY");
            for (int i = 0; i < count; i++) {
                LabNode leader = i % 2 == 0 ? first : second;
                LabNode standby = i % 2 == 0 ? second : first;
                // The random part avoids synchrony with timers.
                TimeUnit.MILLISECONDS.sleep(1500 + ThreadLocalRandom.current().nextInt(300));
                long from = System.nanoTime();
                leader.kill();
                ours.add((standby.awaitAcceptedWrite() - from) / 1e6);
                leader.start();
                leader.awaitRole("STANDBY");
                bare.add(candidates.killLeader());
            }
        }
        report.medians("kill -9 to accepted write, " + what + ", p50, against a bare election", ours, bare, "ms");
        report.values(
                "the first takeover of all, " + what + ", against the same median", ours.first(), bare.median(), "ms");
    }

    /** A leader and a standby without a node. */
    private static final class BareCandidates implements AutoCloseable {
        private static final List<String> FLAGS =
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

        private final String url;
        private LabProcess leader;
        private LabProcess standby;
        private int next;

        BareCandidates(String url) throws Exception {
            this.url = url;
            leader = startCandidate();
            leader.await("acquired");
            standby = startCandidate();
            standby.await("waiting");
        }

        private LabProcess startCandidate() throws IOException {
            return LabProcess.start(FLAGS, CandidateProcess.class, url, "bare", "bare-" + next++);
        }

        double killLeader() throws Exception {
            KillTrial.settle(200);
            standby.clearReplies();
            long from = System.nanoTime();
            leader.kill();
            double millis = (standby.awaitNumber("acquired") - from) / 1e6;
            leader.awaitEnd();
            leader = standby;
            standby = startCandidate();
            standby.await("waiting");
            return millis;
        }

        @Override
        public void close() {
            leader.kill();
            standby.kill();
        }
    }
}
