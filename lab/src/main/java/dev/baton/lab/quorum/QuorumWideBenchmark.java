package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import dev.baton.testkit.quorum.ConvergenceTrial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long 50 members take to agree on a leader over links of 20 to 80 ms that lose 2 % of all messages. Simulated: the
 * figures are in simulated time, and the same on every machine.
 */
public final class QuorumWideBenchmark implements Benchmark {
    private static final int MEMBERS = 50;
    private static final int LOSS_PERCENT = 2;
    private static final SampleSet BOUND = SampleSet.of(1_000.0);

    @Override
    public String name() {
        return "quorum-wide";
    }

    @Override
    public String about() {
        return "50 members over simulated links of 20 to 80 ms that lose 2 %: from nothing, and from a resignation, to a leader";
    }

    @Override
    public String counts() {
        return "seeds";
    }

    @Override
    public int usualCount() {
        return 300;
    }

    @Override
    public void run(int count, BenchmarkReport report) {
        List<Double> first = new ArrayList<>();
        List<Double> next = new ArrayList<>();
        for (int seed = 1; seed <= count; seed++) {
            ConvergenceTrial group =
                    ConvergenceTrial.of(seed, MEMBERS, Duration.ofMillis(20), Duration.ofMillis(80), LOSS_PERCENT);
            first.add(group.toLeader());
            next.add(group.toNextLeader());
        }
        report.note("simulated time, seeds 1 to " + count);
        String what = MEMBERS + " members, 20 to 80 ms, 2 % lost, ";
        report.add(BenchmarkFigure.ofPercentiles(
                name(), what + "new disks to a leader, p99", 99, SampleSet.of(first), BOUND, "ms"));
        report.add(BenchmarkFigure.ofPercentiles(
                name(), what + "resignation to a leader, p99", 99, SampleSet.of(next), BOUND, "ms"));
    }
}
