package dev.baton.lab.node;

import dev.baton.lab.Benchmark;
import dev.baton.lab.Child;
import dev.baton.lab.Figure;
import dev.baton.lab.Report;
import dev.baton.lab.Samples;
import dev.baton.lab.Stander;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * From {@code kill -9} of the leader's supervisor until the successor accepted a write, beside the failover of a bare
 * election in the same kind of store, in turns.
 */
public final class NodeKill implements Benchmark {

    @Override
    public String name() {
        return "node-kill";
    }

    @Override
    public String about() {
        return "kill -9 of a leading node until the next accepted write, beside a bare election's failover";
    }

    @Override
    public String counts() {
        return "victims";
    }

    @Override
    public int usualCount() {
        return 30;
    }

    @Override
    public void run(int count, Report report) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("baton-lab");
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start()) {
            String store = "sqlite:" + directory.resolve("node.db");
            measure("file + SQLite", "file:" + directory.resolve("lock"), store, directory, count, report);
            String url = "postgres://postgres@localhost:" + server.getPort() + "/postgres";
            measure("PostgreSQL", url, url, directory, count, report);
        } finally {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        }
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
