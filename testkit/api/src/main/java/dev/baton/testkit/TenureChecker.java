package dev.baton.testkit;

import dev.baton.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * A record of reigns on one monotonic clock, and the checks that it has to pass. All times are of {@link
 * System#nanoTime()}, which is the same for every process of one machine.
 */
public final class TenureChecker {
    private final List<Reign> reigns = new ArrayList<>();
    private final Map<Long, Long> open = new HashMap<>();

    /**
     * One reign: from when it was announced until its holder knew it was over.
     *
     * @param until {@link Long#MAX_VALUE} while it lasts
     */
    public record Reign(long epoch, long from, long until) {}

    /** Records when work runs in this candidate's reigns: from its start until it has stopped. */
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

    /** A reign was announced. */
    public synchronized void began(long epoch, long nanos) {
        open.put(epoch, nanos);
    }

    /** A reign is over. */
    public synchronized void ended(long epoch, long nanos) {
        Long from = open.remove(epoch);
        if (from != null) {
            reigns.add(new Reign(epoch, from, nanos));
        }
    }

    /** All reigns, in the order of their epochs. */
    public synchronized List<Reign> reigns() {
        List<Reign> all = new ArrayList<>(reigns);
        open.forEach((epoch, from) -> all.add(new Reign(epoch, from, Long.MAX_VALUE)));
        all.sort(Comparator.comparingLong(Reign::epoch));
        return all;
    }

    /** What is wrong: epochs that repeat or go back in time. Holds under every fault. */
    public List<String> epochViolations() {
        List<String> wrong = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        Reign before = new Reign(0, Long.MIN_VALUE, Long.MIN_VALUE);
        for (Reign reign : reigns()) {
            if (!seen.add(reign.epoch)) {
                wrong.add("epoch " + reign.epoch + " was given twice");
            }
            if (reign.from < before.from) {
                wrong.add("epoch " + reign.epoch + " began before epoch " + before.epoch);
            }
            before = reign;
        }
        return wrong;
    }

    /** What is wrong: reigns that overlap. Holds where the clocks keep their assumptions. */
    public List<String> overlapViolations() {
        List<String> wrong = new ArrayList<>();
        List<Reign> all = reigns();
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i).from < all.get(i - 1).until) {
                wrong.add(all.get(i) + " began before " + all.get(i - 1) + " was over");
            }
        }
        return wrong;
    }
}
