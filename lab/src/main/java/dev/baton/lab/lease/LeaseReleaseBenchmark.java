package dev.baton.lab.lease;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.LabProcess;
import dev.baton.lab.ReleaseTrial;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside a row that is deleted and
 * inserted again with plain SQL; and the CPU time of an idle standby.
 */
public final class LeaseReleaseBenchmark extends Benchmark {
    private static final int IDLE_SECONDS = 20;

    /** For the compilers of the JVM, which still work on the code of the transfers. */
    private static final int SETTLING_SECONDS = 30;

    public LeaseReleaseBenchmark() {
        super(
                "lease-release",
                "a graceful release until the next one acquired, beside the same by hand",
                "releases on each database",
                100);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        LabDatabase.measureOnEach("TRUNCATE", database -> measure(database, count, report));
    }

    private static void measure(LabDatabase database, int count, BenchmarkReport report) throws Exception {
        ReleaseTrial trial = new ReleaseTrial();
        SampleSet bare = new SampleSet();
        double idle;
        try (LabProcess one = candidate(database, "one")) {
            one.await("acquired");
            try (LabProcess other = candidate(database, "other");
                    BareHandOver handOver = new BareHandOver(database)) {
                other.await("waiting");
                LabProcess standby = trial.run(count, one, other, () -> bare.add(handOver.millis()));
                TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
                double before = standby.cpuMillis();
                TimeUnit.SECONDS.sleep(IDLE_SECONDS);
                idle = (standby.cpuMillis() - before) / (IDLE_SECONDS * 10.0);
            }
        }
        SampleSet ours = trial.finish(database.name(), report);
        String what = "stepDown() to acquired on " + database.name();
        report.medians(what + ", p50, against the same by hand", ours, bare, "ms");
        report.bounded(what + ", p99, against 50 ms", ours.percentile(99), 50, "ms", ours);
        report.values("a standby that waits on " + database.name() + ", against 1 % of a core", idle, 1, "%");
    }

    private static LabProcess candidate(LabDatabase database, String id) throws IOException {
        return LabProcess.start(List.of(), CandidateProcess.class, "lease:" + database.storeUrl(), "lab", id);
    }
}
