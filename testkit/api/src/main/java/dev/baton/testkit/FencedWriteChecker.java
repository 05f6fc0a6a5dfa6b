package dev.baton.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record of writes that a fenced resource accepted, each with the epoch it was accepted under, and the check that
 * the resource never went back: once a write of a later leader was acknowledged, none of an earlier leader that was
 * sent after that may be accepted. Times are of {@link System#nanoTime()}.
 */
public final class FencedWriteChecker {
    private final List<Write> writes = new ArrayList<>();

    /** One accepted write: it took effect somewhere between the two times. */
    public record Write(String what, long epoch, long sent, long answered) {}

    /** A write was accepted. */
    public synchronized void accepted(String what, long epoch, long sent, long answered) {
        writes.add(new Write(what, epoch, sent, answered));
    }

    /** All of them, in the order of their answers. */
    public synchronized List<Write> writes() {
        List<Write> all = new ArrayList<>(writes);
        all.sort(Comparator.comparingLong(Write::answered));
        return all;
    }

    /** What is wrong: writes of an earlier leader that were accepted after a later one had acted. */
    public List<String> violations() {
        List<String> wrong = new ArrayList<>();
        List<Write> byEpoch = writes();
        byEpoch.sort(Comparator.comparingLong(Write::epoch).reversed());
        @Nullable Write earliestLater = null;
        @Nullable Write earliestOfThis = null;
        for (Write write : byEpoch) {
            if (earliestOfThis != null && write.epoch < earliestOfThis.epoch) {
                earliestLater = earlier(earliestLater, earliestOfThis);
                earliestOfThis = null;
            }
            if (earliestLater != null && write.sent > earliestLater.answered) {
                wrong.add(write + " was accepted after " + earliestLater);
            }
            earliestOfThis = earlier(earliestOfThis, write);
        }
        return wrong;
    }

    private static Write earlier(@Nullable Write one, Write other) {
        return one == null || other.answered < one.answered ? other : one;
    }
}
