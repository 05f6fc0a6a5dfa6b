package dev.baton.lab;

import dev.baton.lab.console.ConsoleThousand;
import dev.baton.lab.lease.LeaseRelease;
import dev.baton.lab.lease.LeaseRenew;
import dev.baton.lab.lease.StorePut;
import dev.baton.lab.node.NodeJobs;
import dev.baton.lab.node.NodeKill;
import dev.baton.lab.node.StandbyReads;
import dev.baton.lab.postgres.LeasePeers;
import dev.baton.lab.postgres.PgGuard;
import dev.baton.lab.postgres.PgKill;
import dev.baton.lab.postgres.PgPeers;
import dev.baton.lab.postgres.PgRelease;
import dev.baton.lab.quorum.QuorumIdle;
import dev.baton.lab.quorum.QuorumKill;
import dev.baton.lab.quorum.QuorumPeers;
import dev.baton.lab.quorum.QuorumStart;
import dev.baton.lab.quorum.QuorumWide;
import dev.baton.testkit.quorum.SimulateCommand;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The command: {@code lab NAME [--json] [--n N]}; without a name it lists what there is. */
public final class Lab {
    private static final int USAGE = 64;
    private static final String SIMULATOR = "quorum-sim";

    static final List<Benchmark> ALL = List.of(
            new IsLeader(),
            new FileKill(),
            new FileRelease(),
            new Idle(),
            new Start(),
            new PgKill(),
            new PgRelease(),
            new PgPeers(),
            new PgGuard(),
            new LeaseRenew(),
            new LeaseRelease(),
            new LeasePeers(),
            new StorePut(),
            new QuorumKill(),
            new QuorumPeers(),
            new QuorumStart(),
            new QuorumIdle(),
            new QuorumWide(),
            new NodeKill(),
            new NodeJobs(),
            new StandbyReads(),
            new ConsoleThousand());

    private Lab() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        System.exit(run(args));
    }

    static int run(String... args) throws IOException, InterruptedException {
        if (args.length > 0 && args[0].equals(SIMULATOR)) {
            return SimulateCommand.run(List.of(args).subList(1, args.length), System.out, System.err);
        }
        Order order;
        try {
            order = Order.parse(args);
        } catch (IllegalArgumentException wrong) {
            System.err.println("lab: " + wrong.getMessage() + "; usage: lab [NAME] [--json] [--n N]");
            return USAGE;
        }
        if (order.name().isEmpty()) {
            list();
            return 0;
        }
        Optional<Benchmark> chosen = ALL.stream()
                .filter(benchmark -> benchmark.name().equals(order.name()))
                .findFirst();
        if (chosen.isEmpty()) {
            System.err.println("lab: no benchmark \"" + order.name() + "\"; there are:");
            list();
            return USAGE;
        }
        Benchmark benchmark = chosen.get();
        benchmark.run(order.count(benchmark.usualCount()), new Report(System.out, System.err, order.json()));
        return 0;
    }

    private static void list() {
        for (Benchmark benchmark : ALL) {
            System.out.printf(
                    "%-14s %s (--n: %s, usually %d)%n",
                    benchmark.name(), benchmark.about(), benchmark.counts(), benchmark.usualCount());
        }
        System.out.printf("%-14s simulates groups of peers (--schedules N, --from SEED, or --seed SEED)%n", SIMULATOR);
    }
}
