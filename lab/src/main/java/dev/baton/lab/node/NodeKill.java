package dev.baton.lab.node;

import dev.baton.lab.Child;
import dev.baton.lab.Figure;
import dev.baton.lab.Report;
import dev.baton.lab.Samples;
import dev.baton.lab.Stander;
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
public final class NodeKill extends NodeBenchmark {

    public NodeKill() {
        super(
                "node-kill",
                "kill -9 of a leading node until the next accepted write, beside a bare election's failover",
                "victims",
                30);
    }

    @Override
    void measure(Site site, int count, Report report) throws IOException, InterruptedException {
        measure("file + SQLite", site.lockFile(), site.sqlite(), site.folder(), count, report);
        measure("PostgreSQL", site.postgres(), site.postgres(), site.folder(), count, report);
    }

    private void measure(String what, String on, String store, Path directory, int count, Report report)
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
        report.add(Figure.ofMedians(
                name(),
                "kill -9 to accepted write, " + what + ", p50, against a bare election",
                Samples.of(ours),
                Samples.of(bare),
                "ms"));
        report.add(new Figure(
                name(),
                "the first takeover of all, " + what + ", against the same median",
                ours.get(0),
                Samples.of(bare).median(),
                "ms",
                Samples.of(ours.get(0))));
    }

    /** Two bare candidates. */
    private static final class LabPair implements AutoCloseable {
        private final String url;
        private Child leader;
        private Child standby;
        private int next;

        LabPair(String url) throws IOException, InterruptedException {
            this.url = url;
            leader = stander();
            leader.await("acquired");
            standby = stander();
            standby.await("waiting");
        }

        private Child stander() throws IOException {
            return Child.start(
                    List.of(
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
                    Stander.class,
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
