package dev.baton.fence;

import dev.baton.Leadership;
import dev.baton.LeadershipLostException;

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
