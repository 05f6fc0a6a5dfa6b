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

    /** What is wrong with a tenure and the next one with the same epoch, or with the first later one. */
    private interface Findings {
        void repeated(ProvenTenure tenure, ProvenTenure next);

        void overlap(ProvenTenure tenure, ProvenTenure later);
    }

    @Override
    public List<RuleViolation> check(List<ProcessHistory> histories) {
        List<RuleViolation> found = new ArrayList<>();
        check(histories, new Findings() {
            @Override
            public void repeated(ProvenTenure tenure, ProvenTenure next) {
                found.add(new RuleViolation(
                        Kind.EPOCH_REPEATED,
                        "election " + tenure.election + ": " + next + ", and " + tenure,
                        Math.max(known(next), known(tenure))));
            }

            @Override
            public void overlap(ProvenTenure tenure, ProvenTenure later) {
                found.add(violation(tenure, later));
            }
        });
        return found;
    }

    /** Returns the leaderships that were valid after a later one was announced. */
    static List<OverlappingTenures> overlaps(List<ProcessHistory> histories) {
        List<OverlappingTenures> found = new ArrayList<>();
        check(histories, new Findings() {
            @Override
            public void repeated(ProvenTenure tenure, ProvenTenure next) {}

            @Override
            public void overlap(ProvenTenure tenure, ProvenTenure later) {
                found.add(new OverlappingTenures(tenure.process, later.process, later.announced, tenure.validUntil));
            }
        });
        return found;
    }

    private static void check(List<ProcessHistory> histories, Findings findings) {
        List<ProcessHistory> leaders = histories.stream()
                .filter(history -> history.kind() != ProcessHistory.Kind.COMMAND)
                .toList();
        ProvenTenure.byElection(leaders).values().forEach(tenures -> checkOne(tenures, findings));
    }

    private static void checkOne(List<ProvenTenure> byEpoch, Findings findings) {
        @Nullable ProvenTenure firstLater = null;
        @Nullable ProvenTenure next = null;
        for (int i = byEpoch.size() - 1; i >= 0; i--) {
            ProvenTenure tenure = byEpoch.get(i);
            if (next != null && next.epoch == tenure.epoch) {
                findings.repeated(tenure, next);
            } else {
                firstLater = next == null ? null : earlier(firstLater, next);
            }
            if (firstLater != null && tenure.validUntil > firstLater.announced) {
                findings.overlap(tenure, firstLater);
            }
            next = next != null && next.epoch == tenure.epoch ? earlier(next, tenure) : tenure;
        }
    }

    private static RuleViolation violation(ProvenTenure tenure, ProvenTenure later) {
        boolean wentBack = tenure.announced > later.announced;
        return new RuleViolation(
                wentBack ? Kind.EPOCH_WENT_BACK : Kind.OVERLAP,
                "election " + tenure.election + ": " + tenure + " was valid "
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
