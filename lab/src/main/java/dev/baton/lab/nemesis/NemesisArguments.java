package dev.baton.lab.nemesis;

import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.store.StoreKind;
import dev.baton.lab.nemesis.store.WorkKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The arguments of the command.
 *
 * @param stores the stores, each of which gets a part of the time
 * @param failovers the number of changes of leader after which a trial on one store ends
 * @param duration the time after which all trials end
 * @param faults the faults to choose from
 * @param validity the validity of leaderships; empty for the defaults of the stores
 * @param schedule a file with the steps to replay; empty to generate them from the seed
 * @param work what the processes do
 * @param faultCount the number of faults after which a trial on one store ends
 * @param classPath the class path of the processes
 * @param results the file with the results of earlier runs, which this one continues; empty for none
 * @param shrink how long to try to reproduce a violation with fewer steps
 */
record NemesisArguments(
        List<StoreKind> stores,
        int failovers,
        Duration duration,
        long seed,
        Set<FaultKind> faults,
        Optional<Duration> validity,
        Optional<Path> schedule,
        WorkKind work,
        int faultCount,
        String classPath,
        Optional<Path> results,
        Duration shrink) {
    static final String USAGE = "lab " + Nemesis.NAME + " --on URL|all [--failovers N] [--minutes M] [--seed S]"
            + " [--faults LIST] [--timing fast|default] [--schedule FILE] [--shrink MINUTES] [--work elections|replicas] [--fault-count N]"
            + " [--results FILE] [--class-path PATH]";

    private static final Duration FAST = Duration.ofSeconds(2);
    private static final int MAX_MINUTES = 60 * 24;

    static NemesisArguments parse(List<String> words) {
        String on = "";
        int failovers = Integer.MAX_VALUE;
        double minutes = 5;
        long seed = ThreadLocalRandom.current().nextInt(1_000_000);
        Set<FaultKind> faults = FaultKind.usual();
        Optional<Duration> validity = Optional.of(FAST);
        Optional<Path> schedule = Optional.empty();
        double shrink = 0;
        WorkKind work = WorkKind.ELECTIONS;
        int faultCount = Integer.MAX_VALUE;
        String classPath = System.getProperty("java.class.path");
        Optional<Path> results = Optional.empty();
        for (int i = 0; i < words.size(); i += 2) {
            String value = i + 1 < words.size() ? words.get(i + 1) : "";
            switch (words.get(i)) {
                case "--on" -> on = value;
                case "--failovers" -> failovers = (int) number("--failovers", value, Integer.MAX_VALUE);
                case "--minutes" -> minutes = number("--minutes", value, MAX_MINUTES);
                case "--seed" -> seed = (long) number("--seed", value, Long.MAX_VALUE);
                case "--faults" -> faults = FaultKind.parse(value);
                case "--timing" -> validity = timing(value);
                case "--schedule" -> schedule = Optional.of(Path.of(value));
                case "--work" -> work = WorkKind.parse(value);
                case "--fault-count" -> faultCount = (int) number("--fault-count", value, Integer.MAX_VALUE);
                case "--class-path" -> classPath = value;
                case "--results" -> results = Optional.of(Path.of(value));
                case "--shrink" -> shrink = number("--shrink", value, MAX_MINUTES);
                default -> throw new IllegalArgumentException("unknown argument \"" + words.get(i) + "\"");
            }
        }
        return new NemesisArguments(
                StoreKind.parse(on),
                failovers,
                minutes(minutes),
                seed,
                faults,
                validity,
                schedule,
                work,
                faultCount,
                classPath,
                results,
                minutes(shrink));
    }

    private static Duration minutes(double value) {
        return Duration.ofMillis((long) (value * 60_000));
    }

    private static Optional<Duration> timing(String value) {
        return switch (value) {
            case "fast" -> Optional.of(FAST);
            case "default" -> Optional.empty();
            default -> throw new IllegalArgumentException("--timing must be fast or default, but is \"" + value + "\"");
        };
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
