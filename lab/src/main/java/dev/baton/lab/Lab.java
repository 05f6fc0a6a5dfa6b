package dev.baton.lab;

import dev.baton.lab.console.ConsoleBenchmark;
import dev.baton.lab.console.ConsoleScrollBenchmark;
import dev.baton.lab.engine.EnginePeersBenchmark;
import dev.baton.lab.etcd.EtcdKillBenchmark;
import dev.baton.lab.etcd.EtcdReleaseBenchmark;
import dev.baton.lab.faults.QuorumFaults;
import dev.baton.lab.kubernetes.KubeKillBenchmark;
import dev.baton.lab.kubernetes.KubeReleaseBenchmark;
import dev.baton.lab.lease.LeaseReleaseBenchmark;
import dev.baton.lab.lease.LeaseRenewBenchmark;
import dev.baton.lab.lease.MariadbRenewBenchmark;
import dev.baton.lab.lease.ReconcileSweepBenchmark;
import dev.baton.lab.lease.StorePutBenchmark;
import dev.baton.lab.mixed.Mixed;
import dev.baton.lab.nemesis.Nemesis;
import dev.baton.lab.node.NodeJobsBenchmark;
import dev.baton.lab.node.NodeKillBenchmark;
import dev.baton.lab.node.StandbyReadsBenchmark;
import dev.baton.lab.peers.Peers;
import dev.baton.lab.postgres.JdbcPeersBenchmark;
import dev.baton.lab.postgres.PgForeignBenchmark;
import dev.baton.lab.postgres.PgGuardBenchmark;
import dev.baton.lab.postgres.PgKillBenchmark;
import dev.baton.lab.postgres.PgReleaseBenchmark;
import dev.baton.lab.quorum.LeaseSearch;
import dev.baton.lab.quorum.MqttTransferBenchmark;
import dev.baton.lab.quorum.QuorumFreezeBenchmark;
import dev.baton.lab.quorum.QuorumIdleBenchmark;
import dev.baton.lab.quorum.QuorumKillBenchmark;
import dev.baton.lab.quorum.QuorumPeersBenchmark;
import dev.baton.lab.quorum.QuorumStartBenchmark;
import dev.baton.lab.quorum.QuorumWideBenchmark;
import dev.baton.lab.storm.RestartStorm;
import dev.baton.lab.zookeeper.ZkKillBenchmark;
import dev.baton.lab.zookeeper.ZkReleaseBenchmark;
import dev.baton.testkit.quorum.SimulateCommand;
import java.time.Duration;
import java.util.List;

/** The command {@code lab NAME [--json] [--n N]}. Without a name it lists the benchmarks. */
public final class Lab {
    private static final int USAGE = 64;
    private static final String SIMULATOR = "quorum-sim";

    static final List<Benchmark> ALL = List.of(
            new IsLeaderBenchmark(),
            new FileKillBenchmark(),
            new FileReleaseBenchmark(),
            new IdleBenchmark(6, 6, 5_000),
            new StartupBenchmark(),
            new PgKillBenchmark(),
            new PgForeignBenchmark(),
            new PgReleaseBenchmark(),
            JdbcPeersBenchmark.ofAdvisoryLocks(),
            new PgGuardBenchmark(20),
            new LeaseRenewBenchmark(),
            new MariadbRenewBenchmark(),
            new LeaseReleaseBenchmark(),
            new EtcdReleaseBenchmark(),
            new EtcdKillBenchmark(),
            new ZkReleaseBenchmark(),
            new ZkKillBenchmark(),
            new KubeReleaseBenchmark(),
            new KubeKillBenchmark(),
            new EngineIdleBenchmark(30_000, 30_000),
            new EnginePeersBenchmark(10, 5, 20),
            JdbcPeersBenchmark.ofLeases(),
            new StorePutBenchmark(),
            new ReconcileSweepBenchmark(),
            new QuorumKillBenchmark(),
            new QuorumPeersBenchmark(),
            new QuorumFreezeBenchmark(Duration.ofMinutes(10)),
            new LeaseSearch(),
            new MqttTransferBenchmark(),
            new QuorumStartBenchmark(10),
            new QuorumIdleBenchmark(),
            new QuorumWideBenchmark(),
            new NodeKillBenchmark(),
            new NodeJobsBenchmark(200),
            new StandbyReadsBenchmark(2, 3),
            new ConsoleBenchmark(1_000),
            new ConsoleScrollBenchmark(10_000));

    private Lab() {}

    public static void main(String[] args) throws Exception {
        System.exit(run(args));
    }

    static int run(String... args) throws Exception {
        if (args.length > 0 && args[0].equals(SIMULATOR)) {
            return SimulateCommand.run(List.of(args).subList(1, args.length), System.out, System.err);
        }
        if (args.length > 0 && args[0].equals(RestartStorm.NAME)) {
            return RestartStorm.run(List.of(args).subList(1, args.length), System.out, System.err);
        }
        if (args.length > 0 && args[0].equals(QuorumFaults.NAME)) {
            return QuorumFaults.run(List.of(args).subList(1, args.length), System.out, System.err);
        }
        if (args.length > 0 && args[0].equals(Nemesis.NAME)) {
            return Nemesis.run(List.of(args).subList(1, args.length), System.out, System.err);
        }
        if (args.length > 0 && args[0].equals(Mixed.NAME)) {
            return Mixed.run(List.of(args).subList(1, args.length), System.out, System.err);
        }
        if (args.length > 0 && args[0].equals(Peers.NAME)) {
            return Peers.run(List.of(args).subList(1, args.length), System.out, System.err);
        }
        LabArguments arguments;
        try {
            arguments = LabArguments.parse(args);
        } catch (IllegalArgumentException invalid) {
            System.err.println("lab: " + invalid.getMessage() + "; usage: lab [NAME] [--json] [--n N]");
            return USAGE;
        }
        if (arguments.name().isEmpty()) {
            list();
            return 0;
        }
        for (Benchmark benchmark : ALL) {
            if (benchmark.name().equals(arguments.name())) {
                benchmark.run(
                        arguments.count(benchmark.defaultCount()),
                        new BenchmarkReport(benchmark.name(), System.out, System.err, arguments.json()));
                return 0;
            }
        }
        System.err.println("lab: no benchmark \"" + arguments.name() + "\"; there are:");
        list();
        return USAGE;
    }

    private static void list() {
        System.out.printf(
                "%-15s makes random calls in three processes (--on URL, --minutes N, --seed N)%n", RestartStorm.NAME);
        System.out.printf(
                "%-15s injects faults into five real members, as root (--faults N, --seed N)%n", QuorumFaults.NAME);
        System.out.printf(
                "%-15s injects random faults and checks the histories (--on URL|all, --minutes N, --seed N, …)%n",
                Nemesis.NAME);
        System.out.printf(
                "%-15s kills and freezes candidates of Baton and of an engine's recipe (--on URL, --faults N, …)%n",
                Mixed.NAME);
        System.out.printf(
                "%-15s runs Baton and other systems under the same faults (--systems NAME,…, --n N, --write FILE)%n",
                Peers.NAME);
        ALL.forEach(benchmark -> System.out.println(benchmark.usage()));
        System.out.printf("%-15s simulates groups of peers (--schedules N, --from SEED, or --seed SEED)%n", SIMULATOR);
    }
}
