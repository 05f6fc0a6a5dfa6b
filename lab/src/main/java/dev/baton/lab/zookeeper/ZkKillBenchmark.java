package dev.baton.lab.zookeeper;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.KilledLeader;
import dev.baton.lab.SampleSet;
import dev.baton.lab.peers.member.MemberKind;
import dev.baton.lab.peers.member.PeerProgram;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;

/**
 * From {@code kill -9} of the leader's process until a standby has acquired, beside {@code LeaderLatch} with the same
 * session.
 */
public final class ZkKillBenchmark extends Benchmark {

    public ZkKillBenchmark() {
        super("zk-kill", "kill -9 of the leader until the next one acquired, beside LeaderLatch", "victims", 5);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        SampleSet ours = new SampleSet();
        SampleSet bare = new SampleSet();
        try (ZkTestEnsemble ensemble = ZkTestEnsemble.start(1)) {
            String url = "zookeeper://" + ensemble.addresses() + "/lab";
            for (int i = 0; i < count; i++) {
                try (KilledLeader leader = new KilledLeader(CandidateProcess.class, url, "killed-" + i);
                        KilledLeader latch = new KilledLeader(
                                PeerProgram.class, MemberKind.CURATOR.name(), ensemble.addresses(), "/native/" + i)) {
                    ours.add(leader.kill());
                    bare.add(latch.kill());
                }
            }
        }
        report.medians("kill -9 to acquired, p50, against LeaderLatch with the same session", ours, bare, "ms");
    }
}
