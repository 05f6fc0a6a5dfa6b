package dev.baton.lab.nemesis.schedule;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One fault of a schedule.
 *
 * @param target the process: {@link #BUSIEST}, or its name; {@code -} if the kind needs none
 * @param delay when it begins, after the begin of its step
 * @param duration how long it lasts
 * @param choice a number from which the injector derives what else there is to choose
 */
public record PlannedFault(FaultKind kind, String target, Duration delay, Duration duration, int choice) {
    /** The process that leads the most elections at that time. */
    public static final String BUSIEST = "busiest";

    static final String NONE = "-";

    private static final Pattern FORM = Pattern.compile(
            "(?<kind>[a-z-]+)\\((?<target>[a-z0-9-]+),(?<delay>\\d+),(?<duration>\\d+),(?<choice>\\d+)\\)");

    /** Returns the text that {@link #parse} reads, with times in milliseconds. */
    @Override
    public String toString() {
        return kind.code() + "(" + target + "," + delay.toMillis() + "," + duration.toMillis() + "," + choice + ")";
    }

    static PlannedFault parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("not a fault: \"" + text + "\"");
        }
        return new PlannedFault(
                FaultKind.of(form.group("kind")),
                form.group("target"),
                Duration.ofMillis(Long.parseLong(form.group("delay"))),
                Duration.ofMillis(Long.parseLong(form.group("duration"))),
                Integer.parseInt(form.group("choice")));
    }
}
