package dev.baton.lab;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * The requests per second of a process that leads many elections on etcd, ZooKeeper or Kubernetes and is idle, as the server
 * counts them. On etcd and ZooKeeper the number of elections must not matter; on Kubernetes each leader writes once in a
 * renew interval.
 */
final class EngineIdleBenchmark extends Benchmark {
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xmx1g");
    private static final int SEVERAL = 100;
    private static final double KUBERNETES_RENEW_SECONDS = 5;

    private final int settleMillis;
    private final int windowMillis;

    EngineIdleBenchmark(int settleMillis, int windowMillis) {
        super("engine-idle", "requests of idle elections on etcd, ZooKeeper and Kubernetes", "elections", 10_000);
        this.settleMillis = settleMillis;
        this.windowMillis = windowMillis;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        measureAll(count, report, EngineRequests::etcd);
        measureAll(count, report, EngineRequests::zookeeper);
        measureAll(count, report, () -> EngineRequests.kubernetes(report));
    }

    private void measureAll(int count, BenchmarkReport report, Callable<EngineRequests> engine) throws Exception {
        double one = 0;
        int most = Integer.MAX_VALUE;
        for (int elections : List.of(1, SEVERAL, count)) {
            // Fresh servers: what an earlier process left there expires during the measurement.
            try (EngineRequests server = engine.call()) {
                most = Math.min(count, server.most());
                int size = Math.min(elections, most);
                double rate = rate(server, size);
                boolean each = server.most() < Integer.MAX_VALUE;
                one = elections == 1 ? rate : one;
                report.values(
                        server.kind() + ": requests a second, " + size + " elections, against "
                                + (elections == 1 ? "one a second" : each ? "one PUT for each in 5 s" : "one election"),
                        rate,
                        elections == 1 ? 1 : each ? size / KUBERNETES_RENEW_SECONDS : one,
                        "1/s");
            }
        }
    }

    private double rate(EngineRequests server, int elections) throws Exception {
        try (LabProcess process =
                LabProcess.start(FLAGS, IdleProcess.class, server.url(), Integer.toString(elections))) {
            process.await("ready");
            TimeUnit.MILLISECONDS.sleep(settleMillis);
            long from = System.nanoTime();
            long before = server.requests().call();
            TimeUnit.MILLISECONDS.sleep(windowMillis);
            return (server.requests().call() - before) * 1e9 / (System.nanoTime() - from);
        }
    }
}
