package dev.baton.testkit.quorum;

import dev.baton.ClockReading;
import dev.baton.quorum.step.StepDownCause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Checks a simulated group from outside, in real time: a term has one leader, terms grow, a member votes once in a term,
 * and no two leaderships are valid at the same instant.
 */
final class SafetyChecker {
    /** One leadership with the validity that its program computes from the clocks of its machine. */
    private static final class Holding {
        final SimNode node;
        final long incarnation;
        final long term;
        private final SimClock clock;
        /** Whether its process was cut off for good, while another one runs under the same name. */
        boolean detached;

        long nanosEnd;
        long wallEnd;

        Holding(SimNode node, long term) {
            this.node = node;
            this.clock = node.clock;
            this.incarnation = node.incarnation;
            this.term = term;
        }

        /** Returns whether it is a leadership of the current process of a node. */
        boolean isOf(SimNode other) {
            return node == other && !detached && incarnation == other.incarnation;
        }

        boolean isValid(long real) {
            return clock.nanos(real) < nanosEnd && clock.wallMillis(real) < wallEnd;
        }
    }

    private final Map<String, List<Holding>> holdings = new HashMap<>();
    private final Map<String, Map<Long, String>> leaders = new HashMap<>();
    private final Map<String, Long> highest = new HashMap<>();
    private final Map<String, String> votes = new HashMap<>();
    int tenures;
    /** Tenures that ended because of a rival's higher term. */
    int deposed;

    long highestTerm;

    /** Records that a node leads for this long. */
    void leads(SimNode node, String election, long term, long nanos, long real) {
        ClockReading now = node.clock.reading(real);
        leads(node, election, term, new ClockReading(now.nanos() + nanos, now.wallMillis() + nanos / 1_000_000), real);
    }

    /** Records that a node leads until one of its clocks has reached this time. */
    void leads(SimNode node, String election, long term, ClockReading until, long real) {
        List<Holding> current = holdings.computeIfAbsent(election, name -> new ArrayList<>(2));
        Holding own = null;
        for (Iterator<Holding> each = current.iterator(); each.hasNext(); ) {
            Holding other = each.next();
            if (other.node == node && other.term == term && other.incarnation == node.incarnation) {
                own = other;
            } else if (other.isOf(node) || !other.isValid(real)) {
                each.remove(); // An expired leadership stays expired, even if a clock is set back.
            } else {
                throw new SafetyViolation("two valid leaderships of '" + election + "': " + other.node.id + " in term "
                        + other.term + " and " + node.id + " in term " + term);
            }
        }
        if (own == null) {
            begin(node, election, term);
            own = new Holding(node, term);
            current.add(own);
        }
        own.nanosEnd = until.nanos();
        own.wallEnd = until.wallMillis();
    }

    private void begin(SimNode node, String election, long term) {
        tenures++;
        highestTerm = Math.max(highestTerm, term);
        String leader = node.id + "#" + node.starts;
        String before =
                leaders.computeIfAbsent(election, name -> new HashMap<>()).putIfAbsent(term, leader);
        if (before != null) {
            throw new SafetyViolation(
                    "two tenures of '" + election + "' in term " + term + ": " + before + " and " + leader);
        }
        long last = highest.getOrDefault(election, 0L);
        if (term < last) {
            throw new SafetyViolation("the epoch of '" + election + "' decreased from " + last + " to " + term);
        }
        highest.put(election, term);
    }

    void ended(SimNode node, String election, long term, StepDownCause cause) {
        List<Holding> current = holdings.get(election);
        boolean led = current != null && current.removeIf(each -> each.isOf(node) && each.term == term);
        deposed += led && cause == StepDownCause.HIGHER_TERM ? 1 : 0;
    }

    /** Records that a leadership has ended. */
    void ended(SimNode node, String election, long term) {
        List<Holding> current = holdings.getOrDefault(election, List.of());
        current.removeIf(each -> each.isOf(node) && each.term == term);
    }

    /** Records that a process has ended suddenly, and with it its leaderships. */
    void crashed(SimNode node) {
        holdings.values().forEach(current -> current.removeIf(each -> each.isOf(node)));
    }

    /** Records that a machine has lost power, and with it every process. */
    void lostPower(SimNode node) {
        holdings.values().forEach(current -> current.removeIf(each -> each.node == node && !each.detached));
    }

    /** Records that a process goes on unseen: its leaderships end with their validity. */
    void detached(SimNode node) {
        for (List<Holding> current : holdings.values()) {
            current.forEach(each -> each.detached |= each.node == node);
        }
    }

    void voted(SimNode node, String election, long term, String candidate) {
        String before = votes.putIfAbsent(node.id + " " + election + " " + term, candidate);
        if (before != null && !before.equals(candidate)) {
            throw new SafetyViolation(node.id + " voted twice in term " + term + " of '" + election + "': for " + before
                    + " and for " + candidate);
        }
    }

    /** Returns the node with a valid leadership; empty if there is none. */
    String leader(String election, long real) {
        for (Holding holding : holdings.getOrDefault(election, List.of())) {
            if (holding.isValid(real)) {
                return holding.node.id;
            }
        }
        return "";
    }
}
