package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import java.io.PrintStream;
import java.util.List;

/**
 * The simulator from a shell: {@code --schedules N}, {@code --from SEED}, or {@code --seed SEED} to see one
 * schedule in full.
 */
public final class SimulateCommand {
    private static final int BAR = 30;

    private SimulateCommand() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    /** Runs what the arguments say: 0 when no schedule failed, 1 when one did, 2 when they make no sense. */
    public static int run(List<String> arguments, PrintStream out, PrintStream err) throws InterruptedException {
        long schedules = 100_000;
        long from = 1;
        for (int at = 0; at < arguments.size(); at += 2) {
            long value;
            try {
                value = Long.parseLong(arguments.get(at + 1).replace("_", "").replace(",", ""));
            } catch (IndexOutOfBoundsException | NumberFormatException wrong) {
                return usage(err);
            }
            switch (arguments.get(at)) {
                case "--schedules" -> schedules = value;
                case "--from" -> from = value;
                case "--seed" -> {
                    return one(value, out);
                }
                default -> {
                    return usage(err);
                }
            }
        }
        return many(from, schedules, out, err);
    }

    private static int usage(PrintStream err) {
        err.println("usage: quorum-sim [--schedules N] [--from SEED] | --seed SEED");
        return 2;
    }

    private static int one(long seed, PrintStream out) {
        ScheduleResult verdict = Simulation.run(seed, MemberNode::new, true);
        out.print(verdict.transcript());
        out.printf("seed %d: %s%n", seed, verdict.isGood() ? "good" : verdict.trouble());
        return verdict.isGood() ? 0 : 1;
    }

    private static int many(long from, long schedules, PrintStream out, PrintStream err) throws InterruptedException {
        long started = System.nanoTime();
        ScheduleStatistics tally = ScheduleRunner.run(
                from, schedules, MemberNode::new, (done, total, soFar) -> bar(done, total, soFar, started, err));
        // Whoever was last need not have spoken last.
        bar(tally.schedules(), schedules, tally, started, err);
        err.println();
        double seconds = (System.nanoTime() - started) / 1e9;
        out.print(tally.report());
        out.printf("seed %d and following; %.1f s, %,.0f events a second%n", from, seconds, tally.events() / seconds);
        for (ScheduleResult failure : tally.failures()) {
            ScheduleShrinker.Shrunk shrunk = ScheduleShrinker.shrink(failure.seed(), MemberNode::new);
            out.printf(
                    "%s%nseed %d: %s (%d of %d faults are enough)%n",
                    shrunk.story(), shrunk.seed(), shrunk.trouble(), shrunk.faultsLeft(), shrunk.faultsBefore());
        }
        return tally.failures().isEmpty() ? 0 : 1;
    }

    private static void bar(long done, long total, ScheduleStatistics tally, long started, PrintStream err) {
        double seconds = Math.max(1e-3, (System.nanoTime() - started) / 1e9);
        int filled = (int) (BAR * done / Math.max(1, total));
        err.printf(
                "\r[%s%s] %,d of %,d schedules, %,.0f a second, %,.0f events a second ",
                "#".repeat(filled), ".".repeat(BAR - filled), done, total, done / seconds, tally.events() / seconds);
    }
}
