package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * From {@code kill -9} of the leader until another one of three processes leads: Baton beside Apache Ratis, jgroups-raft,
 * and etcd and ZooKeeper if they are installed. All have default settings and run on the same machine in the same run.
 */
public final class QuorumPeersBenchmark extends Benchmark {
    private static final List<String> IDS = ServerCluster.IDS;

    /** More kills of Baton, to find rare slow takeovers. The others take seconds each. */
    private static final int OUR_FACTOR = 10;

    public QuorumPeersBenchmark() {
        super(
                "quorum-peers",
                "kill -9 of the leader until another of 3 processes leads, beside Ratis, jgroups-raft, etcd and"
                        + " ZooKeeper",
                "kills of each of the others, a tenth of ours",
                20);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        try (TrialDirectory directory = TrialDirectory.open()) {
            PeerCluster baton = new LabGroup(IDS.size(), directory).cluster(RaftLibrary.FLAGS);
            SampleSet ours = failovers(baton, OUR_FACTOR * count, "Baton", report);
            compare(
                    report,
                    RaftLibrary.RATIS,
                    ours,
                    RaftLibrary.ratis(directory, PeerMachines.together()).cluster(),
                    count);
            compare(
                    report,
                    RaftLibrary.JGROUPS,
                    ours,
                    RaftLibrary.jgroups(directory, PeerMachines.together()).cluster(),
                    count);
            if (EtcdServers.isInstalled()) {
                compare(report, "etcd", ours, new EtcdServers(directory, PeerMachines.together()), count);
            } else {
                report.note("etcd is skipped because it is not installed (Debian: etcd-server)");
            }
            if (ZooKeeperServers.isInstalled()) {
                compare(report, "ZooKeeper", ours, new ZooKeeperServers(directory, PeerMachines.together()), count);
            } else {
                report.note("ZooKeeper is skipped because it is not installed (Debian: zookeeper)");
            }
        }
    }

    private static void compare(BenchmarkReport report, String peer, SampleSet ours, PeerCluster cluster, int count)
            throws Exception {
        SampleSet theirs = failovers(cluster, count, peer, report);
        String what = "3 members, kill -9 to the next leader, ";
        report.medians(what + "p50, against " + peer, ours, theirs, "ms");
        report.percentiles(99, what + "p99, against " + peer, ours, theirs, "ms");
    }

    private static SampleSet failovers(PeerCluster cluster, int count, String system, BenchmarkReport report)
            throws Exception {
        SampleSet millis = new SampleSet();
        SampleSet memory = new SampleSet();
        try (cluster) {
            cluster.startAll();
            for (int i = 0; i < count; i++) {
                // Wait until the members are idle, with a random part that avoids synchrony with timers.
                cluster.awaitLeader("");
                TimeUnit.MILLISECONDS.sleep(2_000 + ThreadLocalRandom.current().nextInt(1_000));
                String id = cluster.awaitLeader("").id();
                LabProcess victim = cluster.member(id);
                memory.add(victim.residentMiB());
                long from = System.nanoTime();
                victim.kill();
                millis.add((cluster.awaitLeader(id).at() - from) / 1e6);
                victim.awaitEnd();
                cluster.start(id);
            }
        }
        report.note("%s: each victim had touched %.0f MiB", system, memory.median());
        return millis;
    }
}
