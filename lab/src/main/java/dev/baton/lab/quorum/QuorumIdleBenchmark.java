package dev.baton.lab.quorum;

import dev.baton.Baton;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.TrialDirectory;
import dev.baton.quorum.QuorumBackend;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Frames and bytes per second of an idle group with one election, 5 and 50 members. */
public final class QuorumIdleBenchmark extends Benchmark {

    public QuorumIdleBenchmark() {
        super(
                "quorum-idle",
                "frames and bytes a second of a whole group while nothing happens, 5 and 50 members",
                "seconds",
                20);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        for (int members : List.of(5, 50)) {
            try (TrialDirectory directory = TrialDirectory.open();
                    QuorumNodes nodes = new QuorumNodes(new LabGroup(members, directory))) {
                nodes.awaitLeader();
                TimeUnit.SECONDS.sleep(2);
                long[] before = sent(nodes);
                TimeUnit.SECONDS.sleep(count);
                long[] after = sent(nodes);
                double frames = (after[0] - before[0]) / (double) count;
                double bytes = (after[1] - before[1]) / (double) count;
                // A leader sends two heartbeats per second, and every other member acknowledges each.
                double least = 2.0 * 2 * (members - 1);
                String group = members + " members, ";
                report.values(group + "frames a second, against heartbeats and answers", frames, least, "1/s");
                report.values(group + "bytes a second, against 99 for each of these", bytes, least * 99, "B/s");
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
