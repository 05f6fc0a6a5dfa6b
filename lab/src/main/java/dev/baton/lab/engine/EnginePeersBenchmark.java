package dev.baton.lab.engine;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.EngineRequests;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * The same elections with Baton and with other programs, three replicas each, on one server of each engine: failover after
 * {@code kill -9}, and the cost of idle elections.
 */
public final class EnginePeersBenchmark extends Benchmark {
    private static final int REPLICAS = 3;
    private static final long TIMEOUT_SECONDS = 150;

    private final int elections;
    private final int settleSeconds;
    private final int idleSeconds;

    /** Measures this many elections, after a time in which the replicas settle. */
    public EnginePeersBenchmark(int elections, int settleSeconds, int idleSeconds) {
        super(
                "engine-peers",
                "failover and upkeep beside etcdctl elect, LeaderLatch, Spring Integration and fabric8",
                "kills of each",
                2);
        this.elections = elections;
        this.settleSeconds = settleSeconds;
        this.idleSeconds = idleSeconds;
    }

    /** Starts a replica on a server. */
    private interface ReplicaStart {
        EngineReplica start(EngineRequests server, String id) throws Exception;
    }

    /** What was measured. */
    private record Cost(SampleSet failovers, double requests, double threads) {}

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        Callable<EngineRequests> etcd = EngineRequests::etcd;
        Cost onEtcd = measure(count, etcd, baton("?ttl=60s"));
        compare(
                report,
                "etcd, against etcdctl elect",
                onEtcd,
                measure(count, etcd, (server, id) -> new EtcdctlReplica(server.address(), id, elections)));
        Callable<EngineRequests> zookeeper = EngineRequests::zookeeper;
        Cost onZooKeeper = measure(count, zookeeper, baton(""));
        compare(
                report,
                "ZooKeeper, against LeaderLatch",
                onZooKeeper,
                measure(count, zookeeper, program(EnginePeer.LATCH)));
        compare(
                report,
                "ZooKeeper, against Spring Integration",
                onZooKeeper,
                measure(count, zookeeper, program(EnginePeer.SPRING)));
        Callable<EngineRequests> kubernetes = () -> EngineRequests.kubernetes(report);
        Cost onKubernetes = measure(count, kubernetes, baton(""));
        compare(
                report,
                "Kubernetes, against fabric8's elector",
                onKubernetes,
                measure(count, kubernetes, program(EnginePeer.FABRIC8)));
    }

    private ReplicaStart baton(String parameters) {
        return (server, id) -> ProgramReplica.start(EnginePeer.BATON, server.url() + parameters, id, elections);
    }

    private ReplicaStart program(String system) {
        return (server, id) -> ProgramReplica.start(system, server.address(), id, elections);
    }

    private static void compare(BenchmarkReport report, String where, Cost ours, Cost theirs) {
        report.medians("failover, p50, " + where, ours.failovers(), theirs.failovers(), "ms");
        report.values("requests a second, " + where, ours.requests(), theirs.requests(), "1/s");
        report.values("threads, " + where, ours.threads(), theirs.threads(), "-");
    }

    private Cost measure(int kills, Callable<EngineRequests> engine, ReplicaStart start) throws Exception {
        SampleSet failovers = new SampleSet();
        double requests = 0;
        double threads = 0;
        for (int i = 0; i < kills; i++) {
            List<EngineReplica> replicas = new ArrayList<>();
            // A fresh server: what an earlier replica left there would expire during the measurement.
            try (EngineRequests server = engine.call()) {
                try {
                    replicas.add(start.start(server, "r0"));
                    awaitAcquired(replicas);
                    while (replicas.size() < REPLICAS) {
                        replicas.add(start.start(server, "r" + replicas.size()));
                        replicas.get(replicas.size() - 1).awaitReady();
                    }
                    TimeUnit.SECONDS.sleep(settleSeconds);
                    if (i == 0) {
                        requests = requests(server);
                        threads = threads(replicas);
                    }
                    long from = System.nanoTime();
                    replicas.get(0).kill();
                    awaitAcquired(replicas.subList(1, REPLICAS)).forEach(at -> failovers.add((at - from) / 1e6));
                } finally {
                    replicas.forEach(EngineReplica::close);
                }
            }
        }
        return new Cost(failovers, requests, threads);
    }

    private double requests(EngineRequests server) throws Exception {
        long from = System.nanoTime();
        long before = server.requests().call();
        TimeUnit.SECONDS.sleep(idleSeconds);
        return (server.requests().call() - before) * 1e9 / (System.nanoTime() - from);
    }

    private static double threads(List<EngineReplica> replicas) throws IOException {
        double threads = 0;
        for (EngineReplica replica : replicas) {
            threads += replica.threads();
        }
        return threads;
    }

    /** Returns when each election was first acquired by one of the replicas. */
    private List<Long> awaitAcquired(List<EngineReplica> replicas) throws Exception {
        Set<String> led = new HashSet<>();
        List<Long> times = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (led.size() < elections) {
            for (EngineReplica replica : replicas) {
                replica.acquired().forEach((election, at) -> {
                    if (led.add(election)) {
                        times.add(at);
                    }
                });
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException(led.size() + " of " + elections + " elections have a leader");
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return times;
    }
}
