package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The simulator as a command: {@code --schedules N} and {@code --from SEED} run many schedules, {@code --seed SEED} prints
 * all events of one. {@code --level member} simulates whole members, {@code --level protocol} their rules and disks.
 */
public final class SimulateCommand {
    private static final int BAR = 30;

    private SimulateCommand() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    /** Runs the command; returns 0 if all schedules passed, 1 if one failed, 2 if the arguments are invalid. */
    public static int run(List<String> arguments, PrintStream out, PrintStream err) throws InterruptedException {
        long schedules = 100_000;
        long from = 1;
        Optional<Long> seed = Optional.empty();
        SimulationLevel level = SimulationLevel.PROTOCOL;
        try {
            for (int at = 0; at < arguments.size(); at += 2) {
                String value = arguments.get(at + 1);
                switch (arguments.get(at)) {
                    case "--schedules" -> schedules = number(value);
                    case "--from" -> from = number(value);
                    case "--seed" -> seed = Optional.of(number(value));
                    case "--level" -> level = SimulationLevel.valueOf(value.toUpperCase(Locale.ROOT));
                    default -> {
                        return usage(err);
                    }
                }
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException invalid) {
            return usage(err);
        }
        return seed.isPresent() ? runOne(seed.get(), level, out) : runMany(from, schedules, level, out, err);
    }

    private static long number(String text) {
        return Long.parseLong(text.replace("_", "").replace(",", ""));
    }

    private static int usage(PrintStream err) {
        err.println("usage: quorum-sim [--level protocol|member] [--schedules N] [--from SEED] | --seed SEED");
        return 2;
    }

    private static int runOne(long seed, SimulationLevel level, PrintStream out) {
        ScheduleResult result = Simulation.run(seed, level, MemberNode::new, true);
        out.print(result.trace());
        out.printf("seed %d: %s%n", seed, result.passed() ? "passed" : result.violation());
        return result.passed() ? 0 : 1;
    }

    private static int runMany(long from, long schedules, SimulationLevel level, PrintStream out, PrintStream err)
            throws InterruptedException {
        long started = System.nanoTime();
        ScheduleStatistics statistics = ScheduleRunner.run(
                from, schedules, level, MemberNode::new, soFar -> bar(soFar, schedules, started, err));
        // The last progress update can be older than the last schedule.
        bar(statistics, schedules, started, err);
        err.println();
        double seconds = (System.nanoTime() - started) / 1e9;
        out.print(statistics.report());
        out.printf(
                "seed %d and following; %.1f s, %,.0f events a second%n", from, seconds, statistics.events() / seconds);
        for (ScheduleResult failure : statistics.failures()) {
            ScheduleShrinker.Shrunk shrunk = ScheduleShrinker.shrink(failure.seed(), level, MemberNode::new);
            out.printf(
                    "%s%nseed %d: %s (%d of %d faults are enough)%n",
                    shrunk.trace(), shrunk.seed(), shrunk.violation(), shrunk.faultsLeft(), shrunk.faultsBefore());
        }
        return statistics.failures().isEmpty() ? 0 : 1;
    }

    private static void bar(ScheduleStatistics statistics, long total, long started, PrintStream err) {
        long done = statistics.schedules();
        double seconds = Math.max(1e-3, (System.nanoTime() - started) / 1e9);
        int filled = (int) (BAR * done / Math.max(1, total));
        err.printf(
                "\r[%s%s] %,d of %,d schedules, %,.0f a second, %,.0f events a second ",
                "#".repeat(filled),
                ".".repeat(BAR - filled),
                done,
                total,
                done / seconds,
                statistics.events() / seconds);
    }
}
