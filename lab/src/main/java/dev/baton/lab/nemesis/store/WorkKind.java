package dev.baton.lab.nemesis.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the processes of a trial do while they lead. */
public enum WorkKind {
    /** They write to files, rows and an HTTP service in many elections; some are commands of {@code baton run}. */
    ELECTIONS,
    /** They are replicas of a service with a reconciler and shards. */
    REPLICAS;

    /** Returns the value of {@code --work}. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads the value of {@code --work}.
     *
     * @throws IllegalArgumentException if there is no such work
     */
    public static WorkKind parse(String text) {
        return Arrays.stream(values())
                .filter(kind -> kind.code().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--work must be one of "
                        + Arrays.stream(values()).map(WorkKind::code).collect(Collectors.joining(" ")) + ", but is \""
                        + text + "\""));
    }
}
