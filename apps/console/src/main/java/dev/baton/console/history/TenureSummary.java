package dev.baton.console.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A summary of the tenures of one election.
 *
 * @param overlaps the pairs of tenures that overlap
 * @param changes when tenures began within the last hour, oldest first
 */
public record TenureSummary(List<TenureOverlap> overlaps, List<Instant> changes) {
    private static final Duration CHANGES_WITHIN = Duration.ofHours(1);
    private static final int MAX_CHANGES = 60;
    private static final Duration FLAPPING_WITHIN = Duration.ofMinutes(5);
    private static final int FLAPPING_CHANGES = 3;

    /** The summary of no tenures. */
    public static final TenureSummary EMPTY = new TenureSummary(List.of(), List.of());

    /** Returns the summary of the given tenures at the given time. */
    public static TenureSummary of(List<ConsoleTenure> tenures, Instant now) {
        List<Instant> changes = tenures.stream()
                .map(tenure -> tenure.recorded().from())
                .filter(from -> from.isAfter(now.minus(CHANGES_WITHIN)))
                .sorted()
                .toList();
        return new TenureSummary(
                TenureOverlap.findIn(
                        tenures.stream().map(ConsoleTenure::recorded).toList()),
                List.copyOf(changes.subList(Math.max(0, changes.size() - MAX_CHANGES), changes.size())));
    }

    /** Returns this summary without the changes that are too old at the given time. */
    public TenureSummary at(Instant now) {
        return new TenureSummary(overlaps, changesWithin(CHANGES_WITHIN, now));
    }

    /** Returns whether the leader changed at least three times within the last five minutes. */
    public boolean isFlapping(Instant now) {
        return changesWithin(FLAPPING_WITHIN, now).size() >= FLAPPING_CHANGES;
    }

    private List<Instant> changesWithin(Duration period, Instant now) {
        return changes.stream()
                .filter(change -> change.isAfter(now.minus(period)))
                .toList();
    }
}
