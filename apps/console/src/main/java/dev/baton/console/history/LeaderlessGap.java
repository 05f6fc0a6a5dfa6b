package dev.baton.console.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The time between two consecutive tenures of one election.
 *
 * <p>A leader that crashed records no end. The store records one when the successor acquires, so the gap can be longer
 * than the recorded times show: it began at some time after the last status of the leader.
 *
 * @param before the epoch of the tenure before
 * @param after the tenure after the gap
 * @param earliest when the gap began at the earliest
 * @param latest when the gap began at the latest
 * @param planned whether the tenure before ended on request
 * @param settled whether the store has recorded how the tenure before ended
 */
public record LeaderlessGap(
        long before, ConsoleTenure after, Instant earliest, Instant latest, boolean planned, boolean settled) {
    private static final Set<String> PLANNED = Set.of("transferred", "resigned", "shut_down");
    /** With these reasons the leader recorded the end itself, when it ended. */
    private static final Set<String> RELEASED =
            Set.of("transferred", "resigned", "shut_down", "unhealthy", "work_failed");

    /** Returns the gaps between the tenures, oldest first; also those without length. */
    public static List<LeaderlessGap> findIn(List<ConsoleTenure> tenures) {
        List<ConsoleTenure> byEpoch = tenures.stream()
                .sorted(Comparator.comparingLong(tenure -> tenure.recorded().epoch()))
                .toList();
        List<LeaderlessGap> gaps = new ArrayList<>();
        for (int i = 1; i < byEpoch.size(); i++) {
            gaps.add(between(byEpoch.get(i - 1), byEpoch.get(i)));
        }
        return List.copyOf(gaps);
    }

    private static LeaderlessGap between(ConsoleTenure before, ConsoleTenure after) {
        Instant to = after.recorded().from();
        String reason = before.recorded().reason().orElse("");
        Instant latest = earlier(before.end().orElse(to), to);
        Instant earliest = RELEASED.contains(reason)
                ? latest
                : before.lastSeen().map(seen -> earlier(seen, latest)).orElse(latest);
        Optional<Instant> recordedEnd = before.recorded().to();
        return new LeaderlessGap(
                before.recorded().epoch(),
                after,
                earliest,
                latest,
                PLANNED.contains(reason),
                recordedEnd.isPresent() && !reason.isEmpty());
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** Returns when the next tenure began. */
    public Instant to() {
        return after.recorded().from();
    }

    /** Returns the longest possible length. */
    public Duration atMost() {
        return Duration.between(earliest, to());
    }

    /** Returns the shortest possible length. */
    public Duration atLeast() {
        return Duration.between(latest, to());
    }
}
