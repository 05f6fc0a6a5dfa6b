package dev.baton.shedlock;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * The epoch of the lock that the current thread works under: a fencing token that grows with every lock of a task.
 *
 * <pre>{@code
 * @Scheduled(cron = "0 0 3 * * *")
 * @SchedulerLock(name = "nightly")
 * void report() {
 *     reports.send(LockEpochs.current().orElseThrow());
 * }
 * }</pre>
 */
public final class LockEpochs {
    private static final ThreadLocal<Deque<Hold>> HOLDS = ThreadLocal.withInitial(ArrayDeque::new);

    private LockEpochs() {}

    /** Returns the epoch of the lock that this thread took last and that is not unlocked; empty if there is none. */
    public static OptionalLong current() {
        Deque<Hold> holds = HOLDS.get();
        // A lock can be unlocked by another thread.
        holds.removeIf(hold -> hold.ended);
        if (holds.isEmpty()) {
            HOLDS.remove();
            return OptionalLong.empty();
        }
        return OptionalLong.of(holds.element().epoch);
    }

    /** A lock that a thread took, with all its extensions. */
    static final class Hold {
        private final long epoch;
        private volatile boolean ended;

        private Hold(long epoch) {
            this.epoch = epoch;
        }

        static Hold begin(long epoch) {
            Hold hold = new Hold(epoch);
            HOLDS.get().push(hold);
            return hold;
        }

        void end() {
            ended = true;
            current();
        }
    }
}
