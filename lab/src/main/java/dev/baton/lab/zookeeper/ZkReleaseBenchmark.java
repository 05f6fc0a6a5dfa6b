package dev.baton.lab.zookeeper;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.LabProcess;
import dev.baton.lab.ProcessHandOver;
import dev.baton.lab.ReleaseTrial;
import dev.baton.lab.SampleSet;
import dev.baton.lab.peers.member.MemberKind;
import dev.baton.lab.peers.member.PeerProgram;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside {@code LeaderLatch.close()}
 * until another latch leads.
 */
public final class ZkReleaseBenchmark extends Benchmark {

    public ZkReleaseBenchmark() {
        super("zk-release", "a graceful release until the next one acquired, beside LeaderLatch", "releases", 100);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        ReleaseTrial trial = new ReleaseTrial();
        SampleSet bare = new SampleSet();
        try (ZkTestEnsemble ensemble = ZkTestEnsemble.start(1);
                ProcessHandOver handOver = new ProcessHandOver(
                        PeerProgram.class, MemberKind.CURATOR.name(), ensemble.addresses(), "/native/lab")) {
            String url = "zookeeper://" + ensemble.addresses() + "/lab";
            try (LabProcess one = LabProcess.start(LabProcess.QUIET, CandidateProcess.class, url, "lab", "one")) {
                one.await("acquired");
                try (LabProcess other =
                        LabProcess.start(LabProcess.QUIET, CandidateProcess.class, url, "lab", "other")) {
                    other.await("waiting");
                    trial.run(count, one, other, () -> bare.add(handOver.millis()));
                }
            }
        }
        SampleSet ours = trial.finish("ZooKeeper", report);
        report.medians("stepDown() to acquired, p50, against LeaderLatch", ours, bare, "ms");
        report.percentiles(99, "stepDown() to acquired, p99, against LeaderLatch", ours, bare, "ms");
    }
}
