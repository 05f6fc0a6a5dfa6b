package dev.baton.lab.node;

import dev.baton.lab.Benchmark;
import dev.baton.lab.Figure;
import dev.baton.lab.Report;
import dev.baton.lab.Samples;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * Jobs submitted, and leased and reported, per second over HTTP, with fifty agents that wait, beside the same SQL
 * statements by hand over a pool of the same size, in turns.
 */
public final class NodeJobs implements Benchmark {
    private static final int USUAL_TURN = 200;

    private final int turn;

    public NodeJobs() {
        this(USUAL_TURN);
    }

    /** With turns of so many jobs. */
    public NodeJobs(int turn) {
        this.turn = turn;
    }

    @Override
    public String name() {
        return "node-jobs";
    }

    @Override
    public String about() {
        return "submissions and lease/result cycles over HTTP, beside the same SQL by hand";
    }

    @Override
    public String counts() {
        return "turns of " + turn + " jobs";
    }

    @Override
    public int usualCount() {
        return 15;
    }

    @Override
    public void run(int count, Report report) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("baton-lab");
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start()) {
            measure("SQLite", "sqlite:" + directory.resolve("node.db"), count, report);
            measure("PostgreSQL", "postgres://postgres@localhost:" + server.getPort() + "/postgres", count, report);
        } finally {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }

    private void measure(String what, String store, int count, Report report) throws IOException, InterruptedException {
        List<Double> submitted = new ArrayList<>();
        List<Double> submittedByHand = new ArrayList<>();
        List<Double> done = new ArrayList<>();
        List<Double> doneByHand = new ArrayList<>();
        try (JobsOverHttp http = new JobsOverHttp(store);
                JobsByHand hand = new JobsByHand(store)) {
            for (int i = -3; i < count; i++) {
                double a = http.submit(turn);
                double b = http.work(turn);
                double c = hand.submit(turn);
                double d = hand.work(turn);
                if (i >= 0) {
                    submitted.add(a);
                    done.add(b);
                    submittedByHand.add(c);
                    doneByHand.add(d);
                }
            }
        } catch (SQLException | ExecutionException failed) {
            throw new IOException(failed);
        }
        report.add(Figure.ofMedians(
                name(),
                "submissions on " + what + ", p50 of turns, against SQL by hand",
                Samples.of(submitted),
                Samples.of(submittedByHand),
                "op/s"));
        report.add(Figure.ofMedians(
                name(),
                "lease and result on " + what + ", p50 of turns, against SQL by hand",
                Samples.of(done),
                Samples.of(doneByHand),
                "op/s"));
    }
}
