package dev.baton.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records the writes that a fenced resource accepted, and checks their epochs: after a write of a later leader was
 * acknowledged, the resource must not accept a write of an earlier leader that was sent afterwards. Times are from
 * {@link System#nanoTime()}.
 *
 * <pre>{@code
 * checker.accepted("row 7", leadership.epoch(), sent, answered);
 * assertThat(checker.violations()).isEmpty();
 * }</pre>
 */
public final class FencedWriteChecker {
    private final List<Write> writes = new ArrayList<>();

    /** An accepted write. It took effect between the two times. */
    public record Write(String what, long epoch, long sent, long answered) {}

    /** Records an accepted write. */
    public synchronized void accepted(String what, long epoch, long sent, long answered) {
        writes.add(new Write(what, epoch, sent, answered));
    }

    /** Returns all writes in the order of their acknowledgements. */
    public synchronized List<Write> writes() {
        List<Write> all = new ArrayList<>(writes);
        all.sort(Comparator.comparingLong(Write::answered));
        return all;
    }

    /** Returns a line for every write of an earlier leader that was accepted after one of a later leader. */
    public List<String> violations() {
        List<String> violations = new ArrayList<>();
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
                violations.add(write + " was accepted after " + earliestLater);
            }
            earliestOfThis = earlier(earliestOfThis, write);
        }
        return violations;
    }

    private static Write earlier(@Nullable Write one, Write other) {
        return one == null || other.answered < one.answered ? other : one;
    }
}
