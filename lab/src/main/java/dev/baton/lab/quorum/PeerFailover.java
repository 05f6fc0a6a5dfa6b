package dev.baton.lab.quorum;

import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import java.io.IOException;

/**
 * The time of other systems at their defaults from SIGSTOP of the leader, and from a cut of its links, to the next leader.
 * They promise less, so that their figures are notes without a limit.
 */
final class PeerFailover {
    private final TrialDirectory directory;
    private final BenchmarkReport report;
    private final int count;

    private interface Start {
        PeerCluster cluster(PeerMachines machines);
    }

    /** Something that is done to the process with the given name. */
    private interface Action {
        void run(String id) throws Exception;
    }

    PeerFailover(TrialDirectory directory, BenchmarkReport report, int count) {
        this.directory = directory;
        this.report = report;
        this.count = count;
    }

    void run() throws Exception {
        note(
                RaftLibrary.RATIS,
                machines -> RaftLibrary.ratis(directory, machines).cluster());
        note(
                RaftLibrary.JGROUPS,
                machines -> RaftLibrary.jgroups(directory, machines).cluster());
        if (EtcdServers.isInstalled()) {
            note("etcd", machines -> new EtcdServers(directory, machines));
        }
        if (ZooKeeperServers.isInstalled()) {
            note("ZooKeeper", machines -> new ZooKeeperServers(directory, machines));
        }
    }

    private void note(String system, Start start) throws Exception {
        try (PeerMachines machines = PeerMachines.apart(ServerCluster.IDS);
                PeerCluster cluster = start.cluster(machines)) {
            cluster.startAll();
            note(system, "SIGSTOP", cluster, id -> cluster.member(id).signal("STOP"), id -> {});
            note(system, "cut link", cluster, machines::cut, machines::heal);
        } catch (IOException | IllegalStateException none) {
            report.note("%s at its defaults: not measured: %s", system, String.valueOf(none.getMessage()));
        }
    }

    private void note(String system, String what, PeerCluster cluster, Action fault, Action end) throws Exception {
        SampleSet millis = new SampleSet();
        for (int i = 0; i < count; i++) {
            String id = cluster.settledLeader();
            // A cut takes some commands; the time counts from its end.
            fault.run(id);
            long from = System.nanoTime();
            millis.add((cluster.awaitLeader(id).at() - from) / 1e6);
            end.run(id);
            replace(cluster, id);
        }
        report.note(
                "%s at its defaults: %s to the next leader p50 %.0f ms, max %.0f ms, n=%d",
                system, what, millis.median(), millis.max(), millis.count());
    }

    /** Replaces the former leader by a new process, because some systems take long to accept the old one again. */
    private static void replace(PeerCluster cluster, String id) throws Exception {
        LabProcess victim = cluster.member(id);
        victim.kill();
        victim.awaitEnd();
        cluster.start(id);
    }
}
