package dev.baton.fence;

import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import java.time.Duration;

/**
 * The time after which a guarded transaction sends nothing. It ends with the validity that the leadership had when the
 * transaction began, and later if the leadership was renewed. A leadership that ended by choice does not shorten it: its
 * claim is kept until its work has stopped.
 */
final class SendDeadline {
    private final Leadership leadership;
    private final long deadline;

    SendDeadline(Leadership leadership) {
        this.leadership = leadership;
        this.deadline = System.nanoTime() + leadership.remaining().toNanos();
    }

    /** Returns the time until then; not positive after it. */
    Duration remaining() {
        Duration fromTheStart = Duration.ofNanos(deadline - System.nanoTime());
        Duration now = leadership.remaining();
        return now.compareTo(fromTheStart) > 0 ? now : fromTheStart;
    }

    /**
     * Checks that something may still be sent.
     *
     * @throws LeadershipLostException if not
     */
    void check() {
        if (System.nanoTime() - deadline > 0) {
            leadership.check();
        }
    }
}
