package dev.baton.lab.quorum;

import dev.baton.Baton;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import dev.baton.quorum.QuorumBackend;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** What a group sends while nothing happens: frames and bytes a second, 5 and 50 members, one election. */
public final class QuorumIdleBenchmark implements Benchmark {

    @Override
    public String name() {
        return "quorum-idle";
    }

    @Override
    public String about() {
        return "frames and bytes a second of a whole group while nothing happens, 5 and 50 members";
    }

    @Override
    public String counts() {
        return "seconds";
    }

    @Override
    public int usualCount() {
        return 20;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        for (int members : new int[] {5, 50}) {
            try (TrialDirectory scene = TrialDirectory.open();
                    QuorumNodes nodes = new QuorumNodes(QuorumTrialDirectory.of(members, scene), "")) {
                nodes.awaitLeader();
                TimeUnit.SECONDS.sleep(2);
                long[] before = sent(nodes);
                TimeUnit.SECONDS.sleep(count);
                long[] after = sent(nodes);
                double frames = (after[0] - before[0]) / (double) count;
                double bytes = (after[1] - before[1]) / (double) count;
                // A leader says twice a second that it leads, and every other member answers.
                double least = 2.0 * 2 * (members - 1);
                report.add(BenchmarkFigure.ofMedians(
                        name(),
                        members + " members, frames a second, against heartbeats and answers",
                        SampleSet.of(frames),
                        SampleSet.of(least),
                        "1/s"));
                report.add(BenchmarkFigure.ofMedians(
                        name(),
                        members + " members, bytes a second, against 99 for each of these",
                        SampleSet.of(bytes),
                        SampleSet.of(least * 99),
                        "B/s"));
            }
        }
    }

    private static long[] sent(QuorumNodes nodes) {
        long frames = 0;
        long bytes = 0;
        for (Baton baton : nodes.batons()) {
            QuorumBackend backend = (QuorumBackend) baton.backend();
            frames += backend.traffic().framesSent();
            bytes += backend.traffic().bytesSent();
        }
        return new long[] {frames, bytes};
    }
}
