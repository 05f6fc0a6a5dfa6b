package dev.baton.lab;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** {@code isLeader()} beside two bare clock reads, measured by JMH in alternating rounds. */
final class IsLeaderBenchmark extends Benchmark {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final int WARM_UPS = 3;
    private static final int ITERATIONS = 5;

    IsLeaderBenchmark() {
        super(
                "is-leader",
                "isLeader() beside two bare clock reads",
                "rounds of two JVMs with " + ITERATIONS + " iterations each",
                3);
    }

    @Override
    public void run(int count, BenchmarkReport report) {
        run(count, WARM_UPS, ITERATIONS, TimeValue.seconds(1), report);
    }

    void run(int rounds, int warmUps, int iterations, TimeValue time, BenchmarkReport report) {
        Side ours = new Side("isLeader", new SampleSet(), new SampleSet());
        Side bare = new Side("bareReads", new SampleSet(), new SampleSet());
        for (int round = 0; round < rounds; round++) {
            ours.measure(warmUps, iterations, time);
            bare.measure(warmUps, iterations, time);
        }
        report.medians("isLeader(), p50, against two clock reads", ours.times(), bare.times(), "ns");
        report.medians("allocated per isLeader(), p50, against two clock reads", ours.bytes(), bare.bytes(), "B");
    }

    /** One of the two compared methods and its measurements. */
    private record Side(String method, SampleSet times, SampleSet bytes) {

        void measure(int warmUps, int iterations, TimeValue time) {
            OptionsBuilder options = new OptionsBuilder();
            options.include(IsLeaderBodies.class.getName() + "\\." + method + "$")
                    .forks(1)
                    .warmupIterations(warmUps)
                    .warmupTime(time)
                    .measurementIterations(iterations)
                    .measurementTime(time)
                    .addProfiler(GCProfiler.class)
                    .verbosity(VerboseMode.SILENT)
                    .shouldFailOnError(true);
            try {
                for (RunResult result : new Runner(options.build()).run()) {
                    result.getBenchmarkResults()
                            .forEach(fork -> fork.getIterationResults().forEach(this::collect));
                }
            } catch (RunnerException failed) {
                throw new IllegalStateException("JMH could not run " + method, failed);
            }
        }

        private void collect(IterationResult iteration) {
            times.add(iteration.getPrimaryResult().getScore());
            iteration.getSecondaryResults().values().stream()
                    .filter(result -> result.getLabel().endsWith(ALLOCATED))
                    .forEach(result -> bytes.add(result.getScore()));
        }
    }
}
