package dev.baton.lab.faults;

import dev.baton.lab.TrialDirectory;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * The command {@code quorum-faults [--faults N] [--kinds KIND,…] [--seed N]}: five members in network namespaces, with one fault after the
 * other. Its last line counts pairs of tenures whose works overlapped. Requires root.
 */
public final class QuorumFaults {
    /** The name of the command. */
    public static final String NAME = "quorum-faults";

    private static final int USAGE = 64;

    /**
     * The arguments.
     *
     * @param count how many faults are injected; all kinds about equally often
     * @param kinds the kinds of faults
     */
    record Arguments(int count, long seed, List<GroupFault> kinds) {

        static Arguments parse(List<String> words) {
            int count = 0;
            List<GroupFault> kinds = List.of(GroupFault.values());
            long seed = ThreadLocalRandom.current().nextLong(1_000_000);
            for (int i = 0; i < words.size(); i += 2) {
                String value = i + 1 < words.size() ? words.get(i + 1) : "";
                switch (words.get(i)) {
                    case "--faults" -> count = positive("--faults", value);
                    case "--kinds" -> kinds = kinds(value);
                    case "--seed" -> seed = number("--seed", value);
                    default -> throw new IllegalArgumentException("unknown argument \"" + words.get(i) + "\"");
                }
            }
            return new Arguments(count == 0 ? kinds.size() : count, seed, kinds);
        }

        private static int positive(String option, String text) {
            long number = number(option, text);
            if (number < 1 || number > 1_000_000) {
                throw new IllegalArgumentException(option + " must be between 1 and 1000000, but is " + text);
            }
            return (int) number;
        }

        private static List<GroupFault> kinds(String text) {
            try {
                return Stream.of(text.split(",", -1)).map(GroupFault::valueOf).toList();
            } catch (IllegalArgumentException unknown) {
                throw new IllegalArgumentException(
                        "--kinds requires some of " + List.of(GroupFault.values()) + ", but got \"" + text + "\"",
                        unknown);
            }
        }

        private static long number(String option, String text) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException invalid) {
                throw new IllegalArgumentException(option + " requires a number, but got \"" + text + "\"", invalid);
            }
        }

        /** Returns the faults in their order: every kind once in random order, then again. */
        List<GroupFault> faults() {
            Random random = new Random(seed);
            List<GroupFault> all = new ArrayList<>();
            while (all.size() < count) {
                List<GroupFault> shuffled = new ArrayList<>(kinds);
                Collections.shuffle(shuffled, random);
                all.addAll(shuffled);
            }
            return all.subList(0, count);
        }
    }

    private QuorumFaults() {}

    /** Runs the command; returns 0 without violations, 1 with some, 64 if the arguments are invalid. */
    public static int run(List<String> words, PrintStream out, PrintStream err) throws Exception {
        Arguments arguments;
        try {
            arguments = Arguments.parse(words);
        } catch (IllegalArgumentException invalid) {
            err.println("lab: " + invalid.getMessage() + "; usage: lab " + NAME
                    + " [--faults N] [--kinds KIND,…] [--seed N]");
            return USAGE;
        }
        out.println("seed " + arguments.seed());
        long begin = System.nanoTime();
        List<String> violations = new ArrayList<>();
        ActHistory history;
        try (TrialDirectory directory = TrialDirectory.open();
                FaultedGroup group = new FaultedGroup(directory)) {
            inject(arguments, group, out, violations);
            group.killAll();
            history = group.history();
        }
        violations.addAll(history.violations());
        violations.forEach(violation -> out.println("violation: " + violation));
        out.printf(
                "%s members=%d faults=%d seconds=%d tenures=%d acts=%d violations=%d%n",
                NAME,
                FaultedGroup.IDS.size(),
                arguments.count(),
                Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                history.tenures(),
                history.size(),
                violations.size());
        return violations.isEmpty() ? 0 : 1;
    }

    /** Ends early if the group does not recover from a fault. */
    private static void inject(Arguments arguments, FaultedGroup group, PrintStream out, List<String> violations) {
        Random random = new Random(arguments.seed());
        int number = 0;
        for (GroupFault fault : arguments.faults()) {
            number++;
            long from = System.nanoTime();
            try {
                fault.inject(group, group.settle(), random);
                FaultedGroup.Leader next = group.settle();
                out.printf(
                        "%d %s: %s leads with epoch %d after %.1f s%n",
                        number, fault, next.id(), next.epoch(), (System.nanoTime() - from) / 1e9);
            } catch (Exception failed) {
                violations.add("fault " + number + ", " + fault + ": " + failed);
                return;
            }
        }
    }
}
