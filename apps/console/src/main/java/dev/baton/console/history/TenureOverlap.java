package dev.baton.console.history;

import dev.baton.Tenure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A pair of tenures of one election that {@linkplain Tenure#overlaps overlap}.
 *
 * @param first the tenure with the smaller epoch
 * @param second the tenure that began before the first one ended
 */
public record TenureOverlap(Tenure first, Tenure second) {

    /** Returns all pairs that overlap, ordered by the epoch of the second tenure. */
    public static List<TenureOverlap> findIn(List<Tenure> tenures) {
        if (Tenure.overlappingPairs(tenures) == 0) {
            return List.of();
        }
        List<Tenure> byEpoch = new ArrayList<>(tenures);
        byEpoch.sort(Comparator.comparingLong(Tenure::epoch).thenComparing(Tenure::from));
        List<TenureOverlap> overlaps = new ArrayList<>();
        for (int i = 0; i < byEpoch.size(); i++) {
            Tenure second = byEpoch.get(i);
            for (Tenure first : byEpoch.subList(0, i)) {
                if (first.overlaps(second)) {
                    overlaps.add(new TenureOverlap(first, second));
                }
            }
        }
        return overlaps;
    }

    /** Returns the start of the overlap: when the second tenure began. */
    public Instant from() {
        return second.from();
    }

    /** Returns how long the overlap lasted. */
    public Duration length() {
        Instant firstEnd = first.to().orElseThrow();
        Instant end = second.to().filter(firstEnd::isAfter).orElse(firstEnd);
        return Duration.between(from(), end);
    }
}
