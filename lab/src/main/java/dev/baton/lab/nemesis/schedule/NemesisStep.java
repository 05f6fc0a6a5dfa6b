package dev.baton.lab.nemesis.schedule;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Faults that are injected together. The next step begins when all of them have ended and every election has a leader.
 *
 * @param number the place in the schedule, from 1
 * @param pause how long the processes run without a fault before the step
 */
public record NemesisStep(int number, Duration pause, List<PlannedFault> faults) {
    public NemesisStep {
        faults = List.copyOf(faults);
    }

    /** Returns the names of the faults, for statistics. */
    public String kinds() {
        return faults.stream().map(fault -> fault.kind().code()).sorted().collect(Collectors.joining("+"));
    }

    /** Returns the line that {@link #parse} reads. */
    @Override
    public String toString() {
        return number + " " + pause.toMillis() + " "
                + faults.stream().map(PlannedFault::toString).collect(Collectors.joining(" "));
    }

    /**
     * Reads a line of a schedule.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static NemesisStep parse(String line) {
        List<String> words = Arrays.asList(line.split(" ", -1));
        if (words.size() < 3) {
            throw new IllegalArgumentException("not a step of a schedule: \"" + line + "\"");
        }
        return new NemesisStep(
                Integer.parseInt(words.get(0)),
                Duration.ofMillis(Long.parseLong(words.get(1))),
                words.subList(2, words.size()).stream().map(PlannedFault::parse).toList());
    }
}
