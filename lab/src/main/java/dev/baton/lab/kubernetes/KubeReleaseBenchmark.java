package dev.baton.lab.kubernetes;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.LabProcess;
import dev.baton.lab.ProcessHandOver;
import dev.baton.lab.ReleaseTrial;
import dev.baton.lab.SampleSet;
import dev.baton.lab.peers.member.MemberKind;
import dev.baton.lab.peers.member.PeerProgram;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside the cancellation of fabric8's
 * {@code LeaderElector} until another one leads.
 */
public final class KubeReleaseBenchmark extends Benchmark {

    public KubeReleaseBenchmark() {
        super(
                "k8s-release",
                "a graceful release until the next one acquired, beside fabric8's elector",
                "releases",
                30);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        ReleaseTrial trial = new ReleaseTrial();
        SampleSet bare = new SampleSet();
        try (LabKubeServer server = LabKubeServer.start(report);
                ProcessHandOver handOver =
                        new ProcessHandOver(PeerProgram.class, MemberKind.FABRIC8.name(), server.url(), "native");
                LabProcess one =
                        LabProcess.start(LabProcess.QUIET, CandidateProcess.class, server.url(), "lab", "one")) {
            one.await("acquired");
            try (LabProcess other =
                    LabProcess.start(LabProcess.QUIET, CandidateProcess.class, server.url(), "lab", "other")) {
                other.await("waiting");
                trial.run(count, one, other, () -> bare.add(handOver.millis()));
            }
        }
        SampleSet ours = trial.finish("Kubernetes", report);
        report.medians("stepDown() to acquired, p50, against fabric8's LeaderElector", ours, bare, "ms");
        report.percentiles(99, "stepDown() to acquired, p99, against fabric8's LeaderElector", ours, bare, "ms");
    }
}
