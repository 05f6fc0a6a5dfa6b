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
public record TenureOverlap(ConsoleTenure first, ConsoleTenure second, Instant from, Duration length) {

    /** All of them. A reign whose end nobody wrote down overlaps nothing: its end is not known. */
    public static List<TenureOverlap> in(List<ConsoleTenure> reigns) {
        List<ConsoleTenure> ordered = new ArrayList<>(reigns);
        ordered.sort(Comparator.comparing(ConsoleTenure::from).thenComparingLong(ConsoleTenure::epoch));
        List<TenureOverlap> found = new ArrayList<>();
        List<ConsoleTenure> on = new ArrayList<>();
        for (ConsoleTenure next : ordered) {
            on.removeIf(reign -> reign.to().isEmpty() || !reign.to().get().isAfter(next.from()));
            on.forEach(reign -> found.add(between(reign, next)));
            on.add(next);
        }
        return found;
    }

    private static TenureOverlap between(ConsoleTenure first, ConsoleTenure second) {
        Instant firstEnd = first.to().orElseThrow();
        Instant end = second.to().filter(to -> to.isBefore(firstEnd)).orElse(firstEnd);
        return new TenureOverlap(first, second, second.from(), Duration.between(second.from(), end));
    }
}
