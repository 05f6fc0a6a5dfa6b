package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.TrialDirectory;
import dev.baton.quorum.step.QuorumTiming;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The search for the smallest lease with which no leader is replaced without a cause while all cores are busy. It tries
 * shorter and shorter leases, and stops at the first one that fails. A heartbeat is a tenth of the lease, as in {@code
 * profile=fast}.
 */
public final class LeaseSearch extends Benchmark {
    private static final List<Integer> LEASES = List.of(8000, 4000, 2000, 1500, 1000, 700, 500, 350, 250, 150);
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
        Optional<Integer> smallest = Optional.empty();
        for (int lease : leases) {
            int elections = elections(lease, Duration.ofSeconds(count));
            report.note(
                    "lease %d ms, heartbeat %d ms: %d elections without a cause in %d s at full CPU load",
                    lease, lease / HEARTBEATS, elections, count);
            if (elections > 0) {
                break;
            }
            smallest = Optional.of(lease);
        }
        if (smallest.isPresent()) {
            double limit = QuorumTiming.fast().lease().toMillis();
            report.values("smallest lease without an election, against profile fast", smallest.get(), limit, "ms");
        } else {
            report.note("every lease had an election without a cause");
        }
    }

    private static int elections(int lease, Duration load) throws Exception {
        try (TrialDirectory directory = TrialDirectory.open()) {
            String timing = "&lease=" + lease + "ms&heartbeat=" + lease / HEARTBEATS + "ms";
            try (LabCluster cluster = new LabGroup(3, directory, timing).cluster(PeerSystems.FLAGS)) {
                cluster.startAll();
                cluster.settledLeader();
                return CpuLoad.elections(cluster, load);
            }
        }
    }
}
