package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.TrialDirectory;
import dev.baton.quorum.step.QuorumTiming;
import java.time.Duration;
import java.util.List;

/**
 * The search for the smallest lease with which no leader is replaced without a cause while all cores are busy. It halves
 * the range of leases, as if every lease that is longer than one that works did work too. A heartbeat is a tenth of the lease, as in {@code
 * profile=fast}.
 */
public final class LeaseSearch extends Benchmark {
    private static final List<Integer> LEASES = List.of(8000, 4000, 2000, 1500, 1000, 700, 500, 350, 250, 200);
    private static final int HEARTBEATS = 10;

    private final List<Integer> leases;

    public LeaseSearch() {
        this(LEASES);
    }

    /** @param leases in milliseconds, the longest first */
    public LeaseSearch(List<Integer> leases) {
        super(
                "quorum-lease",
                "the smallest lease of 3 members without a false election at full CPU load",
                "seconds of full load for each lease",
                600);
        this.leases = leases;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        int works = -1;
        int fails = leases.size();
        while (fails - works > 1) {
            int middle = (works + fails) / 2;
            int lease = leases.get(middle);
            int elections = elections(lease, Duration.ofSeconds(count));
            report.note(
                    "lease %d ms, heartbeat %d ms: %d elections without a cause in %d s at full CPU load",
                    lease, lease / HEARTBEATS, elections, count);
            if (elections == 0) {
                works = middle;
            } else {
                fails = middle;
            }
        }
        if (works >= 0) {
            double limit = QuorumTiming.fast().lease().toMillis();
            report.values("smallest lease without an election, against profile fast", leases.get(works), limit, "ms");
        } else {
            report.note("every lease had an election without a cause");
        }
    }

    private static int elections(int lease, Duration load) throws Exception {
        try (TrialDirectory directory = TrialDirectory.open()) {
            String timing = "&profile=fast&lease=" + lease + "ms&heartbeat=" + lease / HEARTBEATS + "ms";
            try (LabCluster cluster = new LabGroup(3, directory, timing).cluster(RaftLibrary.FLAGS)) {
                cluster.startAll();
                cluster.settledLeader();
                return CpuLoad.elections(cluster, load);
            }
        }
    }
}
