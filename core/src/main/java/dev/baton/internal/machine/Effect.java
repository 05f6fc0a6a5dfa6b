package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.RetryAttempt;
import java.time.Duration;
import java.util.Optional;

/** An action for the runtime. The effects of a transition run in order. */
public sealed interface Effect {

    /** Calls the handler's method for this kind of effect. */
    void handleBy(EffectHandler handler);

    /** Send a request for the claim. Like every answer, its answer carries the number of the request. */
    record TryAcquire(long request) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Send a renewal of the claim. */
    record Renew(long request, long epoch) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Send a request to recover the claim under its old epoch, on a new session if necessary. */
    record Reclaim(long request, long epoch) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Send a release of the claim, naming a successor if there is one. */
    record Release(long request, long epoch, EndReason reason, Optional<String> successor) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Release a claim that was granted too late. The reply is not awaited. */
    record DiscardGrant(long epoch) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Remove whatever a request with a lost reply may have left in the store. */
    record Withdraw() implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Start the timer, or move it if it is running. */
    record SetTimer(Timer timer, Duration delay) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Cancel the timer. */
    record CancelTimer(Timer timer) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Call the retry strategy. */
    record ScheduleRetry(RetryAttempt attempt) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Create a leadership whose validity counts from the given reading, and start its work. */
    record BeginLeadership(long epoch, ClockReading countsFrom) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Count the validity of the leadership from a later reading. */
    record ExtendLeadership(ClockReading countsFrom) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Invalidate the leadership, interrupt its work, and report when the work has stopped. */
    record EndLeadership(EndReason reason) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** Publish the event to the listeners. */
    record Publish(CandidateEvent event) implements Effect {
        @Override
        public void handleBy(EffectHandler handler) {
            handler.on(this);
        }
    }

    /** The timers of a candidate. Each runs at most once at a time. */
    enum Timer {
        ATTEMPT,
        RENEW,
        VALIDITY,
        GRACE,
        DRAIN
    }
}
