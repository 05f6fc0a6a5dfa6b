package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * From {@code kill -9} of the leader until another one of three processes leads: ours beside Apache Ratis,
 * jgroups-raft, and etcd and ZooKeeper where they are installed, each with its default settings, on the same machine and
 * in the same run.
 */
public final class QuorumPeersBenchmark implements Benchmark {
    private static final List<String> IDS = PeerCluster.IDS;
    /** The others take seconds, and few kills tell; of ours, a rare slow one is worth finding. */
    private static final int OURS = 10;

    private static final List<String> FLAGS = List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

    @Override
    public String name() {
        return "quorum-peers";
    }

    @Override
    public String about() {
        return "kill -9 of the leader until another of 3 processes leads, beside Ratis, jgroups-raft, etcd and ZooKeeper";
    }

    @Override
    public String counts() {
        return "kills of each of the others, a tenth of ours";
    }

    @Override
    public int usualCount() {
        return 20;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        try (TrialDirectory scene = TrialDirectory.open()) {
            SampleSet ours = killing(new LabCluster(ours(scene)), OURS * count, "Baton", report);
            against(report, "Ratis 3.3.0", ours, new LabCluster(ratis(scene)), count);
            against(report, "jgroups-raft 1.1.4", ours, new LabCluster(jgroups(scene)), count);
            if (EtcdServers.isInstalled()) {
                against(report, "etcd", ours, new ServerCluster(new EtcdServers(scene), scene.path("etcd.log")), count);
            } else {
                report.note("etcd is not installed (Debian: etcd-server), so that it is left out");
            }
            if (ZooKeeperServers.isInstalled()) {
                PeerCluster servers = new ServerCluster(new ZooKeeperServers(scene), scene.path("zookeeper.log"));
                against(report, "ZooKeeper", ours, servers, count);
            } else {
                report.note("ZooKeeper is not installed (Debian: zookeeper), so that it is left out");
            }
        }
    }

    private void against(BenchmarkReport report, String peer, SampleSet ours, PeerCluster ensemble, int count)
            throws IOException, InterruptedException {
        against(report, peer, ours, killing(ensemble, count, peer, report));
    }

    private void against(BenchmarkReport report, String peer, SampleSet ours, SampleSet theirs) {
        String what = "3 members, kill -9 to the next leader, ";
        report.add(BenchmarkFigure.ofMedians(name(), what + "p50, against " + peer, ours, theirs, "ms"));
        report.add(BenchmarkFigure.ofPercentiles(name(), what + "p99, against " + peer, 99, ours, theirs, "ms"));
    }

    private static LabCluster.Cast ours(TrialDirectory scene) throws IOException {
        QuorumTrialDirectory group = QuorumTrialDirectory.of(IDS.size(), scene);
        Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < IDS.size(); i++) {
            names.put(IDS.get(i), group.ids().get(i));
        }
        return id -> LabProcess.start(
                FLAGS,
                QuorumCandidateProcess.class,
                group.url(Objects.requireNonNull(names.get(id)), "peers-"),
                "lab",
                scene.socket().toString());
    }

    private static LabCluster.Cast ratis(TrialDirectory scene) throws IOException {
        List<Integer> ports = QuorumTrialDirectory.freePorts(IDS.size());
        List<String> peers = new ArrayList<>();
        for (int i = 0; i < IDS.size(); i++) {
            peers.add(IDS.get(i) + "=127.0.0.1:" + ports.get(i));
        }
        return id -> LabProcess.start(
                FLAGS, RatisPeer.class, id, scene.path("ratis-" + id).toString(), String.join(",", peers));
    }

    private static LabCluster.Cast jgroups(TrialDirectory scene) throws IOException {
        List<Integer> ports = QuorumTrialDirectory.freePorts(IDS.size());
        List<String> hosts =
                ports.stream().map(port -> "127.0.0.1[" + port + "]").toList();
        return id -> LabProcess.start(
                FLAGS,
                JGroupsPeer.class,
                id,
                scene.path("jgroups-" + id).toString(),
                ports.get(IDS.indexOf(id)).toString(),
                String.join(",", hosts),
                String.join(",", IDS));
    }

    private static SampleSet killing(PeerCluster ensemble, int count, String who, BenchmarkReport report)
            throws IOException, InterruptedException {
        List<Double> took = new ArrayList<>();
        List<Double> memory = new ArrayList<>();
        try (ensemble) {
            for (String id : IDS) {
                ensemble.start(id);
            }
            for (int trial = 0; trial < count; trial++) {
                // All are there, settled, and not in step with anybody's timer.
                ensemble.awaitLeader("");
                TimeUnit.MILLISECONDS.sleep(2_000 + ThreadLocalRandom.current().nextInt(1_000));
                String victim = ensemble.awaitLeader("").id();
                memory.add(ensemble.residentMiB(victim));
                long from = System.nanoTime();
                ensemble.kill(victim);
                took.add((ensemble.awaitLeader(victim).at() - from) / 1e6);
                ensemble.awaitEnd(victim);
                ensemble.start(victim);
            }
        }
        report.note(String.format(
                Locale.ROOT,
                "%s: each victim had touched %.0f MiB",
                who,
                SampleSet.of(memory).median()));
        return SampleSet.of(took);
    }
}
