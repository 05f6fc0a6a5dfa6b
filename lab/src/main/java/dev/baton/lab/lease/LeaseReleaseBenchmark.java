package dev.baton.lab.lease;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.LabProcess;
import dev.baton.lab.ReleaseTrial;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside a row that is deleted
 * and put back by somebody who was told, by hand; and what a standby costs that only waits.
 */
public final class LeaseReleaseBenchmark implements Benchmark {
    private static final int IDLE_SECONDS = 20;

    @Override
    public String name() {
        return "lease-release";
    }

    @Override
    public String about() {
        return "a graceful release until the next one acquired, beside the same by hand";
    }

    @Override
    public String counts() {
        return "releases on each database";
    }

    @Override
    public int usualCount() {
        return 100;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        try (LabDatabase sqlite = LabDatabase.sqlite();
                LabDatabase postgres = LabDatabase.postgres()) {
            for (LabDatabase database : List.of(sqlite, postgres)) {
                measure(database, count, report);
            }
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }

    private void measure(LabDatabase database, int count, BenchmarkReport report)
            throws IOException, InterruptedException, SQLException {
        ReleaseTrial trial = new ReleaseTrial();
        List<Double> bare = new ArrayList<>();
        List<Double> idle = new ArrayList<>();
        String url = "lease:" + database.storeUrl();
        try (LabProcess one = LabProcess.start(List.of(), CandidateProcess.class, url, "lab", "one")) {
            one.await("acquired");
            try (LabProcess other = LabProcess.start(List.of(), CandidateProcess.class, url, "lab", "other");
                    BareHandOver byHand = BareHandOver.open(database)) {
                other.await("waiting");
                LabProcess standby = trial.play(count, one, other, () -> bare.add(millis(byHand)));
                TimeUnit.SECONDS.sleep(2);
                double before = standby.processorMillis();
                TimeUnit.SECONDS.sleep(IDLE_SECONDS);
                idle.add((standby.processorMillis() - before) / (IDLE_SECONDS * 10.0));
            }
        }
        SampleSet ours = trial.took(database.name(), report);
        String what = "stepDown() to acquired on " + database.name();
        report.add(BenchmarkFigure.ofMedians(
                name(), what + ", p50, against the same by hand", ours, SampleSet.of(bare), "ms"));
        report.add(new BenchmarkFigure(name(), what + ", p99, against 50 ms", ours.percentile(99), 50, "ms", ours));
        report.add(new BenchmarkFigure(
                name(),
                "a standby that waits on " + database.name() + ", against 1 % of a core",
                idle.get(0),
                1,
                "%",
                SampleSet.of(idle)));
    }

    private static double millis(BareHandOver byHand) throws IOException, InterruptedException {
        try {
            return byHand.millis();
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }
}
