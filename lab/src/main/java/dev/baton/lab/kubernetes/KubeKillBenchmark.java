package dev.baton.lab.kubernetes;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.KilledLeader;
import dev.baton.lab.SampleSet;
import dev.baton.lab.peers.member.MemberKind;
import dev.baton.lab.peers.member.PeerProgram;

/**
 * From {@code kill -9} of the leader's process until a standby has acquired, beside fabric8's {@code LeaderElector} with the
 * same lease duration of 15 s.
 */
public final class KubeKillBenchmark extends Benchmark {

    public KubeKillBenchmark() {
        super("k8s-kill", "kill -9 of the leader until the next one acquired, beside fabric8's elector", "victims", 5);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        SampleSet ours = new SampleSet();
        SampleSet bare = new SampleSet();
        try (LabKubeServer server = LabKubeServer.start(report)) {
            for (int i = 0; i < count; i++) {
                try (KilledLeader leader = new KilledLeader(CandidateProcess.class, server.url(), "killed-" + i);
                        KilledLeader elector = new KilledLeader(
                                PeerProgram.class, MemberKind.FABRIC8.name(), server.url(), "native-" + i)) {
                    ours.add(leader.kill());
                    bare.add(elector.kill());
                }
            }
        }
        report.medians("kill -9 to acquired, p50, against fabric8 with the same duration", ours, bare, "ms");
    }
}
