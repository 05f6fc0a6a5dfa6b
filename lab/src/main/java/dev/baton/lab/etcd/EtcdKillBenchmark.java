package dev.baton.lab.etcd;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.KilledLeader;
import dev.baton.lab.SampleSet;
import dev.baton.testkit.etcd.EtcdTestCluster;
import java.util.concurrent.TimeUnit;

/**
 * From {@code kill -9} of the leader's process until a standby has acquired: with the default ttl, and with that of
 * {@code etcdctl elect} (60 s, fixed) beside it at the same time.
 */
public final class EtcdKillBenchmark extends Benchmark {

    public EtcdKillBenchmark() {
        super("etcd-kill", "kill -9 of the leader until the next one acquired, beside etcdctl elect", "victims", 3);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        SampleSet usual = new SampleSet();
        SampleSet ttl = new SampleSet();
        SampleSet ours = new SampleSet();
        SampleSet bare = new SampleSet();
        try (EtcdTestCluster cluster = EtcdTestCluster.start(1)) {
            String url = "etcd://" + cluster.addresses() + "/lab";
            for (int i = 0; i < count; i++) {
                try (KilledLeader fast = new KilledLeader(CandidateProcess.class, url, "fast-" + i);
                        KilledLeader slow = new KilledLeader(CandidateProcess.class, url + "?ttl=60s", "slow-" + i);
                        NativeElector leader = new NativeElector(cluster.addresses(), "native/" + i, "leader")) {
                    leader.awaitLeads();
                    try (NativeElector standby = new NativeElector(cluster.addresses(), "native/" + i, "standby")) {
                        TimeUnit.SECONDS.sleep(1);
                        usual.add(fast.kill());
                        ttl.add(10_000);
                        long from = System.nanoTime();
                        leader.kill();
                        ours.add(slow.kill());
                        bare.add((standby.awaitLeads() - from) / 1e6);
                    }
                }
            }
        }
        report.medians("kill -9 to acquired, p50, against the default ttl of 10 s", usual, ttl, "ms");
        report.medians("kill -9 to acquired with ttl=60s, p50, against etcdctl elect", ours, bare, "ms");
    }
}
