package dev.baton.console.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Two reigns of one election that were both on at one time: an alarm.
 *
 * @param from when the second began, before the first had ended
 */
public record Overlap(Reign first, Reign second, Instant from, Duration length) {

    /** All of them. A reign whose end nobody wrote down overlaps nothing: its end is not known. */
    public static List<Overlap> in(List<Reign> reigns) {
        List<Reign> ordered = new ArrayList<>(reigns);
        ordered.sort(Comparator.comparing(Reign::from).thenComparingLong(Reign::epoch));
        List<Overlap> found = new ArrayList<>();
        List<Reign> on = new ArrayList<>();
        for (Reign next : ordered) {
            on.removeIf(reign -> reign.to().isEmpty() || !reign.to().get().isAfter(next.from()));
            on.forEach(reign -> found.add(between(reign, next)));
            on.add(next);
        }
        return found;
    }

    private static Overlap between(Reign first, Reign second) {
        Instant firstEnd = first.to().orElseThrow();
        Instant end = second.to().filter(to -> to.isBefore(firstEnd)).orElse(firstEnd);
        return new Overlap(first, second, second.from(), Duration.between(second.from(), end));
    }
}
