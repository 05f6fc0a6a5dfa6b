package dev.baton.console.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * A summary of the tenures of one election.
 *
 * @param overlaps the pairs of tenures that overlap
 * @param changes when tenures began within the last hour, oldest first
 * @param unplanned those of the changes that nobody requested: the tenure before ended by a failure
 * @param failovers how long elections were without a leader after a failure
 */
public record TenureSummary(
        List<TenureOverlap> overlaps, List<Instant> changes, List<Instant> unplanned, FailoverSummary failovers) {
    private static final Duration CHANGES_WITHIN = Duration.ofHours(1);
    private static final int MAX_CHANGES = 60;
    private static final Duration FLAPPING_WITHIN = Duration.ofMinutes(5);
    private static final int FLAPPING_CHANGES = 3;

    /** The summary of no tenures. */
    public static final TenureSummary EMPTY = new TenureSummary(List.of(), List.of(), List.of(), FailoverSummary.NONE);

    /** Returns the summary of the given tenures at the given time. */
    public static TenureSummary of(List<ConsoleTenure> tenures, Instant now) {
        List<LeaderlessGap> gaps = LeaderlessGap.findIn(tenures);
        return new TenureSummary(
                TenureOverlap.findIn(
                        tenures.stream().map(ConsoleTenure::recorded).toList()),
                latest(tenures.stream().map(tenure -> tenure.recorded().from()), now),
                latest(gaps.stream().filter(gap -> !gap.planned()).map(LeaderlessGap::to), now),
                FailoverSummary.of(gaps));
    }

    private static List<Instant> latest(Stream<Instant> times, Instant now) {
        List<Instant> latest = times.filter(time -> time.isAfter(now.minus(CHANGES_WITHIN)))
                .sorted()
                .toList();
        return List.copyOf(latest.subList(Math.max(0, latest.size() - MAX_CHANGES), latest.size()));
    }

    /** Returns this summary without the changes that are too old at the given time. */
    public TenureSummary at(Instant now) {
        return new TenureSummary(
                overlaps, within(CHANGES_WITHIN, changes, now), within(CHANGES_WITHIN, unplanned, now), failovers);
    }

    /** Returns whether the leader failed and was replaced at least three times within the last five minutes. */
    public boolean isFlapping(Instant now) {
        return within(FLAPPING_WITHIN, unplanned, now).size() >= FLAPPING_CHANGES;
    }

    private static List<Instant> within(Duration period, List<Instant> times, Instant now) {
        return times.stream().filter(time -> time.isAfter(now.minus(period))).toList();
    }
}
