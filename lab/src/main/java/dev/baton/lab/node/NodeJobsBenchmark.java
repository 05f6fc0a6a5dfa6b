package dev.baton.lab.node;

import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Jobs submitted, and leased and reported, per second over HTTP, with fifty agents that wait, beside the same SQL
 * statements by hand over a pool of the same size, in turns.
 */
public final class NodeJobsBenchmark extends NodeBenchmarkBase {
    private static final int USUAL_TURN = 200;

    private final int turn;

    public NodeJobsBenchmark() {
        this(USUAL_TURN);
    }

    /** With turns of so many jobs. */
    public NodeJobsBenchmark(int turn) {
        super(
                "node-jobs",
                "submissions and lease/result cycles over HTTP, beside the same SQL by hand",
                "turns of " + turn + " jobs",
                15);
        this.turn = turn;
    }

    @Override
    void measure(Site site, int count, BenchmarkReport report) throws IOException, InterruptedException {
        measure("SQLite", site.sqlite(), count, report);
        measure("PostgreSQL", site.postgres(), count, report);
    }

    private void measure(String what, String store, int count, BenchmarkReport report)
            throws IOException, InterruptedException {
        List<Double> submitted = new ArrayList<>();
        List<Double> submittedByHand = new ArrayList<>();
        List<Double> done = new ArrayList<>();
        List<Double> doneByHand = new ArrayList<>();
        try (HttpJobClients http = new HttpJobClients(store);
                BareJobStatements hand = new BareJobStatements(store)) {
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
        report.add(BenchmarkFigure.ofMedians(
                name(),
                "submissions on " + what + ", p50 of turns, against SQL by hand",
                SampleSet.of(submitted),
                SampleSet.of(submittedByHand),
                "op/s"));
        report.add(BenchmarkFigure.ofMedians(
                name(),
                "lease and result on " + what + ", p50 of turns, against SQL by hand",
                SampleSet.of(done),
                SampleSet.of(doneByHand),
                "op/s"));
    }
}
