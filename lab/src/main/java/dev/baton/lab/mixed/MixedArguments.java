package dev.baton.lab.mixed;

import dev.baton.lab.mixed.engine.EngineKind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The arguments of the command.
 *
 * @param faults the number of faults after which the trial ends
 * @param duration no fault begins after this time
 * @param seed of the random choices. Which process leads also depends on the machine, so a seed does not repeat a trial
 */
record MixedArguments(EngineKind engine, int faults, Duration duration, long seed) {
    static final String USAGE =
            "lab " + Mixed.NAME + " --on etcd:|zookeeper:|kubernetes: [--faults N] [--minutes M]" + " [--seed S]";
    private static final int MAX_FAULTS = 100_000;
    private static final int MAX_MINUTES = 24 * 60;
    private static final int MAX_SEED = 1_000_000;

    static MixedArguments parse(List<String> words) {
        String on = "";
        int faults = 100;
        double minutes = 60;
        long seed = ThreadLocalRandom.current().nextInt(MAX_SEED);
        for (int i = 0; i < words.size(); i += 2) {
            String value = i + 1 < words.size() ? words.get(i + 1) : "";
            switch (words.get(i)) {
                case "--on" -> on = value;
                case "--faults" -> faults = (int) number("--faults", value, MAX_FAULTS);
                case "--minutes" -> minutes = number("--minutes", value, MAX_MINUTES);
                case "--seed" -> seed = (long) number("--seed", value, Long.MAX_VALUE);
                default -> throw new IllegalArgumentException("unknown argument \"" + words.get(i) + "\"");
            }
        }
        return new MixedArguments(EngineKind.parse(on), faults, Duration.ofMillis((long) (minutes * 60_000)), seed);
    }

    private static double number(String option, String text, double limit) {
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException invalid) {
            throw new IllegalArgumentException(option + " requires a number, but got \"" + text + "\"", invalid);
        }
        if (!(value > 0) || value > limit) {
            throw new IllegalArgumentException(
                    option + " must be greater than 0 and at most " + (long) limit + ", but is " + text);
        }
        return value;
    }
}
