package dev.baton.sidecar.answer;

import dev.baton.LeaderWork;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The times for which clients were allowed to act. As the work of the candidate, it returns only when the last of them has
 * passed, so that a claim is not released while a client may still act on an answer.
 */
final class AnswerGrants implements LeaderWork {
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private final Duration longest;
    private final AtomicLong grantedUntil = new AtomicLong(System.nanoTime());
    private final AtomicReference<@Nullable Leadership> current = new AtomicReference<>();

    /** @param longest the longest time that one answer grants */
    AnswerGrants(Duration longest) {
        this.longest = longest;
    }

    /** Returns the leadership of the tenure, if it is valid now. */
    Optional<Leadership> leadership() {
        return Optional.ofNullable(current.get()).filter(Leadership::isValid);
    }

    /** Lets a client act on a leadership. Returns for how long, counted from before its request; zero if it has ended. */
    Duration grant(Leadership leadership) {
        // Recorded before the leadership is read: once it has ended, the work waits for all that was recorded.
        long until = System.nanoTime() + longest.toNanos();
        grantedUntil.accumulateAndGet(until, (one, other) -> one - other > 0 ? one : other);
        Duration remaining = leadership.remaining();
        return remaining.compareTo(longest) < 0 ? remaining : longest;
    }

    @Override
    public void run(Leadership leadership) {
        boolean interrupted = false;
        current.set(leadership);
        try {
            while (leadership.isValid()) {
                interrupted |= pause(CHECK_INTERVAL.toNanos());
            }
            for (long left = left(); left > 0; left = left()) {
                interrupted |= pause(left);
            }
        } finally {
            // The next tenure may have begun while this one waited.
            current.compareAndSet(leadership, null);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private long left() {
        return grantedUntil.get() - System.nanoTime();
    }

    /** Waits, and returns whether it was interrupted. The runtime can interrupt work more than once. */
    private static boolean pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return false;
        } catch (InterruptedException interrupted) {
            return true;
        }
    }
}
