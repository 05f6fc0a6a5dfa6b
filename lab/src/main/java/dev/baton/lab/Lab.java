package dev.baton.lab;

import dev.baton.lab.console.ConsoleBenchmark;
import dev.baton.lab.lease.LeaseReleaseBenchmark;
import dev.baton.lab.lease.LeaseRenewBenchmark;
import dev.baton.lab.lease.StorePutBenchmark;
import dev.baton.lab.node.NodeJobsBenchmark;
import dev.baton.lab.node.NodeKillBenchmark;
import dev.baton.lab.node.StandbyReadsBenchmark;
import dev.baton.lab.postgres.JdbcPeersBenchmark;
import dev.baton.lab.postgres.PgGuardBenchmark;
import dev.baton.lab.postgres.PgKillBenchmark;
import dev.baton.lab.postgres.PgReleaseBenchmark;
import dev.baton.lab.quorum.QuorumIdleBenchmark;
import dev.baton.lab.quorum.QuorumKillBenchmark;
import dev.baton.lab.quorum.QuorumPeersBenchmark;
import dev.baton.lab.quorum.QuorumStartBenchmark;
import dev.baton.lab.quorum.QuorumWideBenchmark;
import dev.baton.testkit.quorum.SimulateCommand;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The command {@code lab NAME [--json] [--n N]}. Without a name it lists the benchmarks. */
public final class Lab {
    private static final int USAGE = 64;
    private static final String SIMULATOR = "quorum-sim";

    static final List<Benchmark> ALL = List.of(
            new IsLeaderBenchmark(),
            new FileKillBenchmark(),
            new FileReleaseBenchmark(),
            new IdleBenchmark(),
            new StartupBenchmark(),
            new PgKillBenchmark(),
            new PgReleaseBenchmark(),
            JdbcPeersBenchmark.ofAdvisoryLocks(),
            new PgGuardBenchmark(),
            new LeaseRenewBenchmark(),
            new LeaseReleaseBenchmark(),
            JdbcPeersBenchmark.ofLeases(),
            new StorePutBenchmark(),
            new QuorumKillBenchmark(),
            new QuorumPeersBenchmark(),
            new QuorumStartBenchmark(),
            new QuorumIdleBenchmark(),
            new QuorumWideBenchmark(),
            new NodeKillBenchmark(),
            new NodeJobsBenchmark(),
            new StandbyReadsBenchmark(),
            new ConsoleBenchmark());

    private Lab() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        System.exit(run(args));
    }

    static int run(String... args) throws IOException, InterruptedException {
        if (args.length > 0 && args[0].equals(SIMULATOR)) {
            return SimulateCommand.run(List.of(args).subList(1, args.length), System.out, System.err);
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
        Optional<Benchmark> chosen = ALL.stream()
                .filter(benchmark -> benchmark.name().equals(arguments.name()))
                .findFirst();
        if (chosen.isEmpty()) {
            System.err.println("lab: no benchmark \"" + arguments.name() + "\"; there are:");
            list();
            return USAGE;
        }
        Benchmark benchmark = chosen.get();
        benchmark.run(
                arguments.count(benchmark.defaultCount()),
                new BenchmarkReport(benchmark.name(), System.out, System.err, arguments.json()));
        return 0;
    }

    private static void list() {
        ALL.forEach(benchmark -> System.out.println(benchmark.usage()));
        System.out.printf("%-14s simulates groups of peers (--schedules N, --from SEED, or --seed SEED)%n", SIMULATOR);
    }
}
