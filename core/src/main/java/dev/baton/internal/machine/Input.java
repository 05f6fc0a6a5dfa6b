package dev.baton.internal.machine;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import java.time.Duration;
import java.util.Optional;

/** Everything that can happen to a candidate; each carries the monotonic time at which it did. */
public sealed interface Input {

    /** Monotonic nanoseconds. */
    long at();

    /** Hands this input to the reaction that is meant for it. */
    Transition meet(InputHandler reactions);

    /** The owner wants to take part. */
    record Start(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The owner wants to take no further part. */
    record StopRequested(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The owner wants somebody else to lead. */
    record StepDownRequested(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** A named candidate should lead. */
    record TransferRequested(long at, String successor) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** A stop or a step-down took longer than its caller would wait. */
    record ForceRequested(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The health gate turned. */
    record HealthChanged(long at, boolean healthy) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The timer of the next attempt fired. */
    record AttemptDue(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The store signalled that an attempt may succeed now. */
    record TryNow(long at, AttemptHint cue) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The store confirmed a claim. */
    record Won(long at, long attempt, long epoch, ClockReading countsFrom) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** Somebody else leads; the claim may be free after the given time. */
    record HeldByOther(long at, long attempt, String holder, Optional<Duration> freeAfter) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The attempt may or may not have been applied. */
    record AcquireUnknown(long at, long attempt, Throwable cause) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The retry strategy answered with a delay. */
    record RetryAfter(long at, Duration delay) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The retry strategy gave up. */
    record GiveUp(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The timer of the next renewal fired. */
    record RenewDue(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The store confirmed that the claim is still ours. */
    record Renewed(long at, long epoch, ClockReading countsFrom) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The store did not say whether the claim is still ours. */
    record RenewUnknown(long at, long epoch, Throwable cause) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The claim is not ours any more. */
    record ClaimGone(long at, long epoch, EndReason reason) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The validity will end unless the work stops now. */
    record ValidityEnding(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The grace period is over. */
    record GraceExpired(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** All work of the ended reign has returned. */
    record WorkStopped(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The work of the ended reign took longer than the drain bound. */
    record DrainExpired(long at) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The claim was given back. */
    record ReleaseDone(long at, long epoch) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The release may or may not have been applied. */
    record ReleaseUnknown(long at, long epoch, Throwable cause) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }

    /** The runtime failed; nothing it says can be trusted any more. */
    record RuntimeFailed(long at, Throwable cause) implements Input {
        @Override
        public Transition meet(InputHandler reactions) {
            return reactions.on(this);
        }
    }
}
