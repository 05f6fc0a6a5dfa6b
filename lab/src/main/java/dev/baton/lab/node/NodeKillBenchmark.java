package dev.baton.lab.node;

import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * From {@code kill -9} of the leader's supervisor until the successor accepted a write, beside the failover of a bare
 * election in the same kind of store, in turns.
 */
public final class NodeKillBenchmark extends NodeBenchmarkBase {

    public NodeKillBenchmark() {
        super(
                "node-kill",
                "kill -9 of a leading node until the next accepted write, beside a bare election's failover",
                "victims",
                30);
    }

    @Override
    void measure(Site site, int count, BenchmarkReport report) throws IOException, InterruptedException {
        measure("file + SQLite", site.lockFile(), site.sqlite(), site.folder(), count, report);
        measure("PostgreSQL", site.postgres(), site.postgres(), site.folder(), count, report);
    }

    private void measure(String what, String on, String store, Path directory, int count, BenchmarkReport report)
            throws IOException, InterruptedException {
        List<Double> ours = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        try (LabNode first = new LabNode("a", on, store, directory);
                LabNode second = new LabNode("b", on, store, directory);
                LabPair pair = new LabPair(on)) {
            first.start();
            first.awaitRole("LEADER");
            second.start();
            second.awaitRole("STANDBY");
            for (int i = 0; i < count; i++) {
                LabNode leader = i % 2 == 0 ? first : second;
                LabNode standby = i % 2 == 0 ? second : first;
                // Not in step with anybody's timer.
                TimeUnit.MILLISECONDS.sleep(1500 + ThreadLocalRandom.current().nextInt(300));
                long from = System.nanoTime();
                leader.kill();
                ours.add((standby.awaitAcceptedWrite() - from) / 1e6);
                leader.start();
                leader.awaitRole("STANDBY");
                bare.add(pair.killOne());
            }
        }
        report.add(BenchmarkFigure.ofMedians(
                name(),
                "kill -9 to accepted write, " + what + ", p50, against a bare election",
                SampleSet.of(ours),
                SampleSet.of(bare),
                "ms"));
        report.add(new BenchmarkFigure(
                name(),
                "the first takeover of all, " + what + ", against the same median",
                ours.get(0),
                SampleSet.of(bare).median(),
                "ms",
                SampleSet.of(ours.get(0))));
    }

    /** Two bare candidates. */
    private static final class LabPair implements AutoCloseable {
        private final String url;
        private LabProcess leader;
        private LabProcess standby;
        private int next;

        LabPair(String url) throws IOException, InterruptedException {
            this.url = url;
            leader = stander();
            leader.await("acquired");
            standby = stander();
            standby.await("waiting");
        }

        private LabProcess stander() throws IOException {
            return LabProcess.start(
                    List.of(
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
                    CandidateProcess.class,
                    url,
                    "bare",
                    "bare-" + next++);
        }

        double killOne() throws IOException, InterruptedException {
            TimeUnit.MILLISECONDS.sleep(200 + ThreadLocalRandom.current().nextInt(100));
            standby.forget();
            long from = System.nanoTime();
            leader.kill();
            double took = (standby.awaitTime("acquired") - from) / 1e6;
            leader.awaitEnd();
            leader = standby;
            standby = stander();
            standby.await("waiting");
            return took;
        }

        @Override
        public void close() {
            leader.kill();
            standby.kill();
        }
    }
}
