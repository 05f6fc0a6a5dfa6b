package dev.baton.lab;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** {@code isLeader()} beside two bare clock reads, measured by JMH, round by round in turns. */
final class IsLeaderBenchmark implements Benchmark {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final int WARM_UPS = 3;
    private static final int ITERATIONS = 5;

    @Override
    public String name() {
        return "is-leader";
    }

    @Override
    public String about() {
        return "isLeader() beside two bare clock reads";
    }

    @Override
    public String counts() {
        return "rounds of two JVMs with " + ITERATIONS + " iterations each";
    }

    @Override
    public int usualCount() {
        return 3;
    }

    @Override
    public void run(int count, BenchmarkReport report) {
        Side ours = new Side("isLeader");
        Side bare = new Side("bareReads");
        for (int round = 0; round < count; round++) {
            ours.measure(WARM_UPS, ITERATIONS, TimeValue.seconds(1));
            bare.measure(WARM_UPS, ITERATIONS, TimeValue.seconds(1));
        }
        print(ours, bare, report);
    }

    /** As short as JMH can be, to see that it runs at all. */
    void smoke(BenchmarkReport report) {
        Side ours = new Side("isLeader");
        Side bare = new Side("bareReads");
        ours.measure(0, 1, TimeValue.milliseconds(100));
        bare.measure(0, 1, TimeValue.milliseconds(100));
        print(ours, bare, report);
    }

    private void print(Side ours, Side bare, BenchmarkReport report) {
        report.add(BenchmarkFigure.ofMedians(
                name(), "isLeader(), p50, against two clock reads", ours.times(), bare.times(), "ns"));
        report.add(BenchmarkFigure.ofMedians(
                name(), "allocated per isLeader(), p50, against two clock reads", ours.bytes(), bare.bytes(), "B"));
    }

    /** One of the two bodies and what was measured of it so far. */
    private static final class Side {
        private final String method;
        private final List<Double> times = new ArrayList<>();
        private final List<Double> bytes = new ArrayList<>();

        Side(String method) {
            this.method = method;
        }

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
                collect(new Runner(options.build()).run());
            } catch (RunnerException failed) {
                throw new IllegalStateException("JMH could not run " + method, failed);
            }
        }

        private void collect(Collection<RunResult> results) {
            for (RunResult result : results) {
                result.getBenchmarkResults()
                        .forEach(fork -> fork.getIterationResults().forEach(this::collect));
            }
        }

        private void collect(IterationResult iteration) {
            times.add(iteration.getPrimaryResult().getScore());
            for (Result<?> second : iteration.getSecondaryResults().values()) {
                if (second.getLabel().endsWith(ALLOCATED)) {
                    bytes.add(second.getScore());
                }
            }
        }

        SampleSet times() {
            return SampleSet.of(times);
        }

        SampleSet bytes() {
            return SampleSet.of(bytes);
        }
    }
}
