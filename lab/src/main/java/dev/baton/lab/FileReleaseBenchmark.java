package dev.baton.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside one byte that
 * wakes a bare process, and one that makes it do a durable write first, as a new epoch needs.
 */
final class FileReleaseBenchmark implements Benchmark {
    private final List<Double> woken = new ArrayList<>();
    private final List<Double> durable = new ArrayList<>();

    @Override
    public String name() {
        return "file-release";
    }

    @Override
    public String about() {
        return "a graceful release until the next one acquired, beside a bare wake-up";
    }

    @Override
    public String counts() {
        return "releases";
    }

    @Override
    public int usualCount() {
        return 200;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        ReleaseTrial trial = new ReleaseTrial();
        try (TrialDirectory scene = TrialDirectory.open();
                LabProcess waiter = scene.bareWaiter();
                LabProcess one = scene.heardStander(List.of(), "one")) {
            one.await("acquired");
            try (LabProcess other = scene.stander("other")) {
                other.await("waiting");
                trial.play(count, one, other, () -> {
                    woken.add(ReleaseTrial.millis(one, "poke", waiter, "woken"));
                    durable.add(ReleaseTrial.millis(one, "poke-durable", waiter, "woken"));
                });
            }
            waiter.kill();
        }
        print(trial.took("file", report), report);
    }

    private void print(SampleSet all, BenchmarkReport report) {
        SampleSet wake = SampleSet.of(woken);
        SampleSet write = SampleSet.of(durable);
        report.add(
                BenchmarkFigure.ofMedians(name(), "stepDown() to acquired, p50, against a wake-up", all, wake, "ms"));
        report.add(BenchmarkFigure.ofMedians(
                name(), "stepDown() to acquired, p50, against a wake-up and one fsync", all, write, "ms"));
        report.add(BenchmarkFigure.ofPercentiles(
                name(), "stepDown() to acquired, p99, against a wake-up and one fsync", 99, all, write, "ms"));
    }
}
