package dev.baton.lab.etcd;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.LabProcess;
import dev.baton.lab.ReleaseTrial;
import dev.baton.lab.SampleSet;
import dev.baton.testkit.etcd.EtcdTestCluster;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside SIGTERM of
 * {@code etcdctl elect} until another one leads.
 */
public final class EtcdReleaseBenchmark extends Benchmark {

    public EtcdReleaseBenchmark() {
        super("etcd-release", "a graceful release until the next one acquired, beside etcdctl elect", "releases", 100);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        ReleaseTrial trial = new ReleaseTrial();
        SampleSet bare = new SampleSet();
        try (EtcdTestCluster cluster = EtcdTestCluster.start(1);
                NativeHandOver handOver = new NativeHandOver(cluster.addresses())) {
            String url = "etcd://" + cluster.addresses() + "/lab";
            try (LabProcess one = LabProcess.start(LabProcess.QUIET, CandidateProcess.class, url, "lab", "one")) {
                one.await("acquired");
                try (LabProcess other =
                        LabProcess.start(LabProcess.QUIET, CandidateProcess.class, url, "lab", "other")) {
                    other.await("waiting");
                    trial.run(count, one, other, () -> {
                        bare.add(handOver.millis());
                        // The former leader stands again half a second after it stepped down.
                        Thread.sleep(400);
                    });
                }
            }
        }
        SampleSet ours = trial.finish("etcd", report);
        report.medians("stepDown() to acquired, p50, against etcdctl elect", ours, bare, "ms");
        report.percentiles(99, "stepDown() to acquired, p99, against etcdctl elect", ours, bare, "ms");
    }
}
