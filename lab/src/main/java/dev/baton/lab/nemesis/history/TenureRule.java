package dev.baton.lab.nemesis.history;

import dev.baton.lab.nemesis.history.RuleViolation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * At most one leadership is valid at any instant, and epochs grow.
 *
 * <p>A leadership never becomes valid again. So one that is valid at a reading that began after a later leader was announced
 * was valid together with that leader, or began after it with a lower epoch. A process that is frozen between the grant and
 * its notification proves nothing by a late notification, so that alone is not a violation.
 */
final class TenureRule implements HistoryRule {

    @Override
    public List<RuleViolation> check(List<ProcessHistory> histories) {
        List<ProcessHistory> leaders = histories.stream()
                .filter(history -> history.kind() != ProcessHistory.Kind.COMMAND)
                .toList();
        List<RuleViolation> found = new ArrayList<>();
        ProvenTenure.byElection(leaders).forEach((election, tenures) -> check(election, tenures, found));
        return found;
    }

    private static void check(String election, List<ProvenTenure> byEpoch, List<RuleViolation> found) {
        @Nullable ProvenTenure firstLater = null;
        @Nullable ProvenTenure next = null;
        for (int i = byEpoch.size() - 1; i >= 0; i--) {
            ProvenTenure tenure = byEpoch.get(i);
            if (next != null && next.epoch == tenure.epoch) {
                found.add(new RuleViolation(
                        Kind.EPOCH_REPEATED,
                        "election " + election + ": " + next + ", and " + tenure,
                        Math.max(known(next), known(tenure))));
            } else {
                firstLater = next == null ? null : earlier(firstLater, next);
            }
            if (firstLater != null && tenure.validUntil > firstLater.announced) {
                found.add(violation(election, tenure, firstLater));
            }
            next = next != null && next.epoch == tenure.epoch ? earlier(next, tenure) : tenure;
        }
    }

    private static RuleViolation violation(String election, ProvenTenure tenure, ProvenTenure later) {
        boolean wentBack = tenure.announced > later.announced;
        return new RuleViolation(
                wentBack ? Kind.EPOCH_WENT_BACK : Kind.OVERLAP,
                "election " + election + ": " + tenure + " was valid "
                        + String.format(Locale.ROOT, "%.3f", (tenure.validUntil - later.announced) / 1e6) + " ms after "
                        + later
                        + (wentBack ? " and began after it" : " was announced"),
                tenure.validUntil);
    }

    private static long known(ProvenTenure tenure) {
        return tenure.announced == Long.MAX_VALUE ? Long.MIN_VALUE : tenure.announced;
    }

    private static ProvenTenure earlier(@Nullable ProvenTenure one, ProvenTenure other) {
        return one == null || other.announced < one.announced ? other : one;
    }
}
