package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import dev.baton.quorum.step.QuorumTiming;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * From SIGSTOP of the leader, and from a cut of its links, until another member leads: cases in which nothing proves that the
 * leader has ended, so that its lease must end first. Also counts elections without a cause under full CPU load.
 */
public final class QuorumFreezeBenchmark extends Benchmark {
    private static final Duration ALLOWANCE = Duration.ofMillis(150);
    private static final Map<String, QuorumTiming> PROFILES =
            new TreeMap<>(Map.of("standard", QuorumTiming.standard(), "fast", QuorumTiming.fast()));

    private final Duration load;

    /** @param load how long each group runs under full CPU load */
    public QuorumFreezeBenchmark(Duration load) {
        super(
                "quorum-freeze",
                "SIGSTOP or a cut link of the leader until another of 3 members leads, for profile standard and fast",
                "freezes and cuts of each profile, a quarter of the others",
                20);
        this.load = load;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        for (Map.Entry<String, QuorumTiming> profile : PROFILES.entrySet()) {
            String name = "profile " + profile.getKey() + ", ";
            double limit = profile.getValue().lease().plus(ALLOWANCE).toMillis();
            try (TrialDirectory directory = TrialDirectory.open()) {
                LabGroup group = new LabGroup(3, directory, "&profile=" + profile.getKey());
                group.addProxies();
                try (LabCluster cluster = group.cluster(RaftLibrary.FLAGS)) {
                    cluster.startAll();
                    SampleSet frozen = freezes(cluster, count);
                    report.bounded(name + "SIGSTOP to the next leader, p50", frozen.median(), limit, "ms", frozen);
                    SampleSet cut = cuts(cluster, group, count);
                    report.bounded(name + "cut link to the next leader, p50", cut.median(), limit, "ms", cut);
                } finally {
                    group.closeProxies();
                }
            }
        }
        try (TrialDirectory directory = TrialDirectory.open()) {
            new PeerFailover(directory, report, Math.max(1, count / 4)).run();
        }
        underLoad(report);
    }

    /** Counts elections without a cause in the groups of all profiles at the same time. */
    private void underLoad(BenchmarkReport report) throws Exception {
        try (TrialDirectory directory = TrialDirectory.open()) {
            Map<String, PeerCluster> clusters = new TreeMap<>();
            try {
                for (String profile : PROFILES.keySet()) {
                    TrialDirectory own = new TrialDirectory(directory.create(profile));
                    LabCluster cluster = new LabGroup(3, own, "&profile=" + profile).cluster(RaftLibrary.FLAGS);
                    clusters.put(profile, cluster);
                    cluster.startAll();
                    cluster.settledLeader();
                }
                CpuLoad.elections(clusters, load)
                        .forEach((profile, elections) -> report.note(
                                "profile %s: %d elections without a cause in %d s at full CPU load",
                                profile, elections, load.toSeconds()));
            } finally {
                clusters.values().forEach(PeerCluster::close);
            }
        }
    }

    private static SampleSet freezes(PeerCluster cluster, int count) throws Exception {
        SampleSet millis = new SampleSet();
        for (int i = 0; i < count; i++) {
            String id = cluster.settledLeader();
            long from = System.nanoTime();
            cluster.member(id).signal("STOP");
            millis.add((cluster.awaitLeader(id).at() - from) / 1e6);
            cluster.member(id).signal("CONT");
        }
        return millis;
    }

    private static SampleSet cuts(PeerCluster cluster, LabGroup group, int count) throws Exception {
        SampleSet millis = new SampleSet();
        for (int i = 0; i < count; i++) {
            String id = cluster.settledLeader();
            long from = System.nanoTime();
            group.cut(id);
            millis.add((cluster.awaitLeader(id).at() - from) / 1e6);
            group.heal();
        }
        return millis;
    }
}
