package dev.baton.console.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What an election's reigns say at a glance.
 *
 * @param changes when reigns began within the last hour, oldest first
 */
public record TenureSummary(List<TenureOverlap> overlaps, List<Instant> changes) {
    /** How far back changes are shown. */
    public static final Duration SHOWN = Duration.ofHours(1);

    private static final Duration FLAPPING_WITHIN = Duration.ofMinutes(5);
    private static final int FLAPPING_CHANGES = 3;
    private static final int MOST_CHANGES = 60;

    /** Nothing is known yet. */
    public static final TenureSummary NONE = new TenureSummary(List.of(), List.of());

    /** Of these reigns, now. */
    public static TenureSummary of(List<ConsoleTenure> reigns, Instant now) {
        List<Instant> changes = reigns.stream()
                .map(ConsoleTenure::from)
                .filter(from -> from.isAfter(now.minus(SHOWN)))
                .sorted()
                .toList();
        int spare = Math.max(0, changes.size() - MOST_CHANGES);
        return new TenureSummary(TenureOverlap.in(reigns), List.copyOf(changes.subList(spare, changes.size())));
    }

    /** The same at a later time; this very object when nothing has grown too old. */
    public TenureSummary at(Instant now) {
        Instant oldest = now.minus(SHOWN);
        if (changes.stream().allMatch(change -> change.isAfter(oldest))) {
            return this;
        }
        return new TenureSummary(
                overlaps,
                changes.stream().filter(change -> change.isAfter(oldest)).toList());
    }

    /** Whether leadership changed at least three times within the last five minutes. */
    public boolean isFlapping(Instant now) {
        return changes.stream()
                        .filter(change -> change.isAfter(now.minus(FLAPPING_WITHIN)))
                        .count()
                >= FLAPPING_CHANGES;
    }
}
