package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import dev.baton.testkit.quorum.ConvergenceTrial;
import java.time.Duration;

/**
 * The time in which 50 members elect a leader over simulated links of 20 to 80 ms that lose 2 % of all messages. Figures
 * are in simulated time and the same on every machine.
 */
public final class QuorumWideBenchmark extends Benchmark {
    private static final int MEMBERS = 50;
    private static final int LOSS_PERCENT = 2;
    private static final SampleSet BOUND = SampleSet.of(1_000.0);

    public QuorumWideBenchmark() {
        super(
                "quorum-wide",
                "50 members over simulated links of 20 to 80 ms that lose 2 %: from nothing, and from a resignation, to a leader",
                "seeds",
                300);
    }

    @Override
    public void run(int count, BenchmarkReport report) {
        SampleSet first = new SampleSet();
        SampleSet next = new SampleSet();
        for (int seed = 1; seed <= count; seed++) {
            ConvergenceTrial group =
                    ConvergenceTrial.of(seed, MEMBERS, Duration.ofMillis(20), Duration.ofMillis(80), LOSS_PERCENT);
            first.add(group.toLeader());
            next.add(group.toNextLeader());
        }
        report.note("simulated time, seeds 1 to %d", count);
        String what = MEMBERS + " members, 20 to 80 ms, 2 % lost, ";
        report.percentiles(99, what + "new disks to a leader, p99", first, BOUND, "ms");
        report.percentiles(99, what + "resignation to a leader, p99", next, BOUND, "ms");
    }
}
