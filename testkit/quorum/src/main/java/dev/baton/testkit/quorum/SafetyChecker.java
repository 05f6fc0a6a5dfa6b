package dev.baton.testkit.quorum;

import dev.baton.quorum.step.StepDownCause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Watches a simulated group from outside, with real time: terms have one leader and grow, votes are given once,
 * and no two leaderships are valid at one instant.
 */
final class SafetyChecker {
    /** One leadership, as the program that was told of it would judge it: by the clocks of its machine. */
    private static final class Holding {
        final SimNode node;
        final long incarnation;
        final long term;
        long nanosEnd;
        long wallEnd;

        Holding(SimNode node, long incarnation, long term) {
            this.node = node;
            this.incarnation = incarnation;
            this.term = term;
        }

        boolean isValid(long real) {
            return node.clock.nanos(real) < nanosEnd && node.clock.wallMillis(real) < wallEnd;
        }
    }

    private final Map<String, List<Holding>> holdings = new HashMap<>();
    private final Map<String, Map<Long, String>> leaders = new HashMap<>();
    private final Map<String, Long> highest = new HashMap<>();
    private final Map<String, String> votes = new HashMap<>();
    int reigns;
    /** Reigns that a rival's higher term ended. */
    int deposed;

    long highestTerm;

    /** A node was told that it leads for that long. */
    void leads(SimNode node, String election, long term, long nanos, long real) {
        List<Holding> now = holdings.computeIfAbsent(election, name -> new ArrayList<>(2));
        Holding mine = null;
        for (Iterator<Holding> each = now.iterator(); each.hasNext(); ) {
            Holding other = each.next();
            if (other.node == node && other.term == term && other.incarnation == node.incarnation()) {
                mine = other;
            } else if (!other.isValid(real)) {
                each.remove(); // Expiry latches: what was once seen invalid stays so.
            } else if (other.node == node) {
                each.remove();
            } else {
                throw new SafetyViolation("two valid leaderships of '" + election + "': " + other.node.id + " in term "
                        + other.term + " and " + node.id + " in term " + term);
            }
        }
        if (mine == null) {
            begins(node, election, term);
            mine = new Holding(node, node.incarnation(), term);
            now.add(mine);
        }
        mine.nanosEnd = node.clock.nanos(real) + nanos;
        mine.wallEnd = node.clock.wallMillis(real) + nanos / 1_000_000;
    }

    private void begins(SimNode node, String election, long term) {
        reigns++;
        highestTerm = Math.max(highestTerm, term);
        String who = node.id + "#" + node.incarnation();
        String before =
                leaders.computeIfAbsent(election, name -> new HashMap<>()).putIfAbsent(term, who);
        if (before != null) {
            throw new SafetyViolation(
                    "two reigns of '" + election + "' in term " + term + ": " + before + " and " + who);
        }
        long last = highest.getOrDefault(election, 0L);
        if (term < last) {
            throw new SafetyViolation("the epoch of '" + election + "' went back from " + last + " to " + term);
        }
        highest.put(election, term);
    }

    void ended(SimNode node, String election, long term, StepDownCause cause) {
        List<Holding> now = holdings.get(election);
        boolean led = now != null && now.removeIf(each -> each.node == node && each.term == term);
        deposed += led && cause == StepDownCause.HIGHER_TERM ? 1 : 0;
    }

    /** The process is gone, and with it whatever it believed. */
    void died(SimNode node) {
        holdings.values().forEach(now -> now.removeIf(each -> each.node == node));
    }

    void voted(SimNode node, String election, long term, String candidate) {
        String before = votes.putIfAbsent(node.id + " " + election + " " + term, candidate);
        if (before != null && !before.equals(candidate)) {
            throw new SafetyViolation(node.id + " voted twice in term " + term + " of '" + election + "': for " + before
                    + " and for " + candidate);
        }
    }

    /** Who holds a valid leadership; empty for nobody. */
    String leader(String election, long real) {
        for (Holding holding : holdings.getOrDefault(election, List.of())) {
            if (holding.isValid(real)) {
                return holding.node.id;
            }
        }
        return "";
    }
}
