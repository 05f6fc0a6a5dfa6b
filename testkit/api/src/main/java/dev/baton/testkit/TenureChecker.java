package dev.baton.testkit;

import dev.baton.Candidate;
import dev.baton.Tenure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Records tenures on the monotonic clock, and checks them. Times are from {@link System#nanoTime()}, which all processes
 * of one machine share. Thread-safe.
 *
 * <pre>{@code
 * TenureChecker checker = new TenureChecker();
 * candidates.forEach(checker::follow);
 * candidates.forEach(Candidate::start);
 * assertThat(checker.overlapViolations()).isEmpty();
 * }</pre>
 */
public final class TenureChecker {
    private final List<Tenure> ended = new ArrayList<>();
    private final Map<Long, Instant> open = new HashMap<>();

    /** Records the tenures of a candidate: from the start of their work until it has stopped. */
    public void follow(Candidate candidate) {
        candidate.whileLeading(leadership -> {
            began(leadership.epoch(), System.nanoTime());
            try {
                new CountDownLatch(1).await();
            } finally {
                ended(leadership.epoch(), System.nanoTime());
            }
        });
    }

    /** Records the start of a tenure. */
    public synchronized void began(long epoch, long nanos) {
        Instant earlier = open.put(epoch, instant(nanos));
        if (earlier != null) {
            // Two tenures with one epoch run at the same time: the earlier one is kept for the report.
            ended.add(tenure(epoch, earlier, Instant.MAX));
        }
    }

    /** Records the end of a tenure. */
    public synchronized void ended(long epoch, long nanos) {
        Instant from = open.remove(epoch);
        if (from != null) {
            ended.add(tenure(epoch, from, instant(nanos)));
        }
    }

    /** Returns all tenures in the order of their epochs. A tenure that has not ended lasts until {@link Instant#MAX}. */
    public synchronized List<Tenure> tenures() {
        List<Tenure> all = new ArrayList<>(ended);
        open.forEach((epoch, from) -> all.add(tenure(epoch, from, Instant.MAX)));
        all.sort(Comparator.comparingLong(Tenure::epoch));
        return all;
    }

    /** Returns a line for every epoch that repeats or goes back in time. Empty under every fault. */
    public List<String> epochViolations() {
        List<String> violations = new ArrayList<>();
        Tenure before = tenure(0, Instant.MIN, Instant.MIN);
        for (Tenure tenure : tenures()) {
            if (tenure.epoch() == before.epoch()) {
                violations.add("epoch " + tenure.epoch() + " was granted twice");
            }
            if (tenure.from().isBefore(before.from())) {
                violations.add("epoch " + tenure.epoch() + " began before epoch " + before.epoch());
            }
            before = tenure;
        }
        return violations;
    }

    /** Returns a line for every pair of tenures that overlap. Empty while the clocks meet their assumptions. */
    public List<String> overlapViolations() {
        List<String> violations = new ArrayList<>();
        List<Tenure> all = tenures();
        if (Tenure.overlappingPairs(all) > 0) {
            for (Tenure later : all) {
                all.stream()
                        .filter(earlier -> earlier.epoch() < later.epoch() && earlier.overlaps(later))
                        .forEach(earlier -> violations.add(later + " began before the end of " + earlier));
            }
        }
        return violations;
    }

    private static Instant instant(long nanos) {
        return Instant.EPOCH.plusNanos(nanos);
    }

    private static Tenure tenure(long epoch, Instant from, Instant to) {
        return new Tenure(epoch, "", from, Optional.of(to), Optional.empty());
    }
}
