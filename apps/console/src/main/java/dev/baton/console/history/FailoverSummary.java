package dev.baton.console.history;

import java.time.Duration;
import java.util.List;

/**
 * How long an election was without a leader after failures, at most.
 *
 * @param count the number of failures in the kept history
 * @param last after the last failure
 * @param median the median of all
 * @param worst the longest
 */
public record FailoverSummary(int count, Duration last, Duration median, Duration worst) {
    /** The times of an election whose leader never failed. */
    public static final FailoverSummary NONE = new FailoverSummary(0, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** Returns the times of the gaps that were not planned. */
    static FailoverSummary of(List<LeaderlessGap> gaps) {
        List<Duration> lengths = gaps.stream()
                .filter(gap -> !gap.planned())
                .map(LeaderlessGap::atMost)
                .toList();
        if (lengths.isEmpty()) {
            return NONE;
        }
        List<Duration> sorted = lengths.stream().sorted().toList();
        return new FailoverSummary(
                lengths.size(), lengths.get(lengths.size() - 1), median(sorted), sorted.get(sorted.size() - 1));
    }

    private static Duration median(List<Duration> sorted) {
        Duration upper = sorted.get(sorted.size() / 2);
        return sorted.size() % 2 == 1
                ? upper
                : sorted.get(sorted.size() / 2 - 1).plus(upper).dividedBy(2);
    }
}
