package dev.baton.lab;

import java.util.List;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside one byte that wakes a bare
 * process, and one that also makes it do a durable write, as a new epoch needs.
 */
final class FileReleaseBenchmark extends Benchmark {
    FileReleaseBenchmark() {
        super("file-release", "a graceful release until the next one acquired, beside a bare wake-up", "releases", 200);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        ReleaseTrial trial = new ReleaseTrial();
        SampleSet wake = new SampleSet();
        SampleSet write = new SampleSet();
        try (TrialDirectory directory = TrialDirectory.open();
                LabProcess waiter = directory.bareWaiter();
                LabProcess one = directory.candidate(List.of(), "one")) {
            one.await("acquired");
            directory.connectToWaiter(one);
            try (LabProcess other = directory.candidate(List.of(), "other")) {
                other.await("waiting");
                trial.run(count, one, other, () -> {
                    wake.add(ReleaseTrial.millis(one, "wake", waiter, "woken"));
                    write.add(ReleaseTrial.millis(one, "wake-durable", waiter, "woken"));
                });
            }
            waiter.kill();
        }
        SampleSet ours = trial.finish("file", report);
        report.medians("stepDown() to acquired, p50, against a wake-up", ours, wake, "ms");
        report.medians("stepDown() to acquired, p50, against a wake-up and one fsync", ours, write, "ms");
        report.percentiles(99, "stepDown() to acquired, p99, against a wake-up and one fsync", ours, write, "ms");
    }
}
