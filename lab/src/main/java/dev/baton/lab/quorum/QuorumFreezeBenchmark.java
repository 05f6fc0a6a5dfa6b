package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

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
                try (LabCluster cluster = group.cluster(PeerSystems.FLAGS)) {
                    cluster.startAll();
                    SampleSet frozen = freezes(cluster, count);
                    report.bounded(name + "SIGSTOP to the next leader, p50", frozen.median(), limit, "ms", frozen);
                    SampleSet cut = cuts(cluster, group, count);
                    report.bounded(name + "cut link to the next leader, p50", cut.median(), limit, "ms", cut);
                    int elections = electionsUnderLoad(cluster);
                    report.note(
                            "profile %s: %d elections without a cause in %d s at full CPU load",
                            profile.getKey(), elections, load.toSeconds());
                } finally {
                    group.closeProxies();
                }
            }
        }
        try (TrialDirectory directory = TrialDirectory.open()) {
            noteOthers(directory, count, report);
        }
    }

    /** The others promise less, so that their figures are no limit. */
    private static void noteOthers(TrialDirectory directory, int count, BenchmarkReport report) throws Exception {
        note(report, PeerSystems.RATIS, PeerSystems.ratis(directory), count);
        note(report, PeerSystems.JGROUPS, PeerSystems.jgroups(directory), count);
        if (EtcdServers.isInstalled()) {
            note(report, "etcd", new EtcdServers(directory), count);
        }
        if (ZooKeeperServers.isInstalled()) {
            note(report, "ZooKeeper", new ZooKeeperServers(directory), count);
        }
    }

    private static void note(BenchmarkReport report, String system, PeerCluster cluster, int count) throws Exception {
        try (cluster) {
            cluster.startAll();
            SampleSet millis = freezesWithRestart(cluster, Math.max(1, count / 4));
            report.note(
                    "%s at its defaults: SIGSTOP to the next leader p50 %.0f ms, max %.0f ms, n=%d",
                    system, millis.median(), millis.max(), millis.count());
        } catch (IOException none) {
            report.note("%s at its defaults: SIGSTOP of the leader: %s", system, String.valueOf(none.getMessage()));
        }
    }

    private static SampleSet freezes(PeerCluster cluster, int count) throws Exception {
        SampleSet millis = new SampleSet();
        for (int i = 0; i < count; i++) {
            String id = settledLeader(cluster);
            long from = System.nanoTime();
            cluster.member(id).signal("STOP");
            millis.add((cluster.awaitLeader(id).at() - from) / 1e6);
            cluster.member(id).signal("CONT");
        }
        return millis;
    }

    /** Replaces the frozen process by a new one, because some systems take long to accept a thawed one. */
    private static SampleSet freezesWithRestart(PeerCluster cluster, int count) throws Exception {
        SampleSet millis = new SampleSet();
        for (int i = 0; i < count; i++) {
            String id = settledLeader(cluster);
            LabProcess victim = cluster.member(id);
            long from = System.nanoTime();
            victim.signal("STOP");
            millis.add((cluster.awaitLeader(id).at() - from) / 1e6);
            victim.kill();
            victim.awaitEnd();
            cluster.start(id);
        }
        return millis;
    }

    private static SampleSet cuts(PeerCluster cluster, LabGroup group, int count) throws Exception {
        SampleSet millis = new SampleSet();
        for (int i = 0; i < count; i++) {
            String id = settledLeader(cluster);
            long from = System.nanoTime();
            group.cut(id);
            millis.add((cluster.awaitLeader(id).at() - from) / 1e6);
            group.heal();
        }
        return millis;
    }

    /** Waits until the members are idle, with a random part that avoids synchrony with heartbeats. */
    private static String settledLeader(PeerCluster cluster) throws Exception {
        cluster.awaitLeader("");
        TimeUnit.MILLISECONDS.sleep(2_500 + ThreadLocalRandom.current().nextInt(1_000));
        return cluster.awaitLeader("").id();
    }

    /** Returns how often the leader changed while all cores were busy. */
    private int electionsUnderLoad(LabCluster cluster) throws Exception {
        settledLeader(cluster);
        PeerCluster.Leader last = cluster.awaitLeader("");
        AtomicBoolean over = new AtomicBoolean();
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
            NamedThreads.start("lab-load", () -> spin(over));
        }
        int changes = 0;
        long end = System.nanoTime() + load.toNanos();
        try {
            while (System.nanoTime() - end < 0) {
                TimeUnit.MILLISECONDS.sleep(100);
                PeerCluster.Leader leader = cluster.awaitLeader("");
                changes += leader.equals(last) ? 0 : 1;
                last = leader;
            }
        } finally {
            over.set(true);
        }
        return changes;
    }

    private static void spin(AtomicBoolean over) {
        while (!over.get()) {
            Thread.onSpinWait();
        }
    }
}
