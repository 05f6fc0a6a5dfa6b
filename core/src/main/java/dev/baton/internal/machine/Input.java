package dev.baton.internal.machine;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import java.time.Duration;
import java.util.Optional;

/** Something that happened to a candidate, with the monotonic time at which it happened. */
public sealed interface Input {

    /** Returns the time of the input in monotonic nanoseconds. */
    long at();

    /** Calls the handler's method for this kind of input. */
    Transition handleBy(InputHandler handler);

    /** The application started the candidate. */
    record Start(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The application requested a stop. */
    record StopRequested(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The application requested a step-down. */
    record StepDownRequested(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** A transfer to the named candidate was requested. */
    record TransferRequested(long at, String successor) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** A stop or a step-down exceeded the timeout of its caller. */
    record ForceRequested(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The result of the health check changed. */
    record HealthChanged(long at, boolean healthy) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The timer for the next attempt fired. */
    record AttemptDue(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The store signalled that an attempt may succeed now. */
    record TryNow(long at, AttemptHint hint) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The store granted the claim. */
    record Won(long at, long attempt, long epoch, ClockReading countsFrom) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** Another candidate holds the claim; it may be free after the given time. */
    record HeldByOther(long at, long attempt, String holder, Optional<Duration> freeAfter) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The store may or may not have applied the attempt. */
    record AcquireUnknown(long at, long attempt, Throwable cause) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The retry strategy returned a delay. */
    record RetryAfter(long at, Duration delay) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The retry strategy gave up. */
    record GiveUp(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The timer for the next renewal fired. */
    record RenewDue(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The store confirmed the claim again. */
    record Renewed(long at, long epoch, ClockReading countsFrom) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The store did not confirm the claim, but the candidate may still hold it. */
    record RenewUnknown(long at, long epoch, Throwable cause) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The candidate does not hold the claim any more. */
    record ClaimGone(long at, long epoch, EndReason reason) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The validity is about to end: the work must stop now. */
    record ValidityEnding(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The grace period ended. */
    record GraceExpired(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** All work of the ended tenure has returned. */
    record WorkStopped(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The work of the ended tenure exceeded the drain timeout. */
    record DrainExpired(long at) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The store confirmed the release. */
    record ReleaseDone(long at, long epoch) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The store may or may not have applied the release. */
    record ReleaseUnknown(long at, long epoch, Throwable cause) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }

    /** The runtime failed with an internal error. */
    record RuntimeFailed(long at, Throwable cause) implements Input {
        @Override
        public Transition handleBy(InputHandler handler) {
            return handler.on(this);
        }
    }
}
