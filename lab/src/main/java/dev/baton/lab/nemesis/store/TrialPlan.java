package dev.baton.lab.nemesis.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What all parts of a trial share.
 *
 * @param folder the folder of the trial
 * @param validity the validity of leaderships; empty for the store's default
 * @param work what the processes do
 * @param classPath the class path of the processes
 */
public record TrialPlan(Path folder, Optional<Duration> validity, WorkKind work, String classPath) {
    /** The election of the reconciler, and the name of the shards. */
    public static final String RECONCILER = "reconciler";

    public static final String JOB = "job";

    /** The number of shards. */
    public static final int SHARDS = 64;

    private static final int CANDIDATES = 3;
    private static final int RUNS = 2;
    private static final int ELECTIONS = 20;

    /** Returns the names of the processes with candidates of the API. */
    public List<String> candidates() {
        return names("p", CANDIDATES);
    }

    /** Returns the names of the processes of {@code baton run}. */
    public List<String> runs() {
        return names("r", work == WorkKind.ELECTIONS ? RUNS : 0);
    }

    /** Returns the names of all processes. */
    public List<String> processes() {
        List<String> all = new ArrayList<>(candidates());
        all.addAll(runs());
        return all;
    }

    /** Returns the names of the elections. In the first one the processes of {@code baton run} are candidates too. */
    public List<String> elections() {
        if (work == WorkKind.REPLICAS) {
            return Stream.concat(Stream.of(RECONCILER), names(JOB + ":", SHARDS).stream())
                    .toList();
        }
        return IntStream.range(0, ELECTIONS)
                .mapToObj(number -> String.format(Locale.ROOT, "e%02d", number))
                .toList();
    }

    private static List<String> names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(number -> prefix + number).toList();
    }
}
