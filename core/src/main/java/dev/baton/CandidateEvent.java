package dev.baton;

import java.util.Optional;

/**
 * An event of a candidate.
 *
 * <p>Every {@link Acquired} is followed by exactly one {@link Released} or {@link Lost} before the next
 * {@code Acquired} or {@link Stopped}.
 *
 * <pre>{@code
 * candidate.onLost(lost -> alert("lost epoch " + lost.epoch() + ": " + lost.reason().code()));
 * }</pre>
 */
public sealed interface CandidateEvent {

    /** Calls the visitor's method for this kind of event. */
    <R> R accept(Visitor<R> visitor);

    /** The candidate changed its state. */
    record StateChanged(CandidateState from, CandidateState to) implements CandidateEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.stateChanged(this);
        }
    }

    /** A tenure began: the store confirmed the claim, and its epoch is durable. */
    record Acquired(long epoch) implements CandidateEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.acquired(this);
        }
    }

    /** A tenure ended by choice, and its claim was released. */
    record Released(long epoch, EndReason reason) implements CandidateEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.released(this);
        }
    }

    /** A tenure ended without a release. */
    record Lost(long epoch, EndReason reason) implements CandidateEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.lost(this);
        }
    }

    /**
     * An attempt to acquire failed.
     *
     * @param holder the current holder of the claim, if known
     * @param cause the error, if the attempt failed with one
     */
    record AcquireFailed(Optional<String> holder, Optional<Throwable> cause) implements CandidateEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.acquireFailed(this);
        }
    }

    /** A non-fatal error occurred. */
    record ErrorRaised(Throwable cause) implements CandidateEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.errorRaised(this);
        }
    }

    /** The candidate stopped. */
    record Stopped(StopCause cause) implements CandidateEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.stopped(this);
        }
    }

    /**
     * Handles every kind of event, with a result. A new kind adds a method, so that no handler can miss it.
     *
     * @param <R> the result
     */
    interface Visitor<R> {
        /** Handles {@link StateChanged}. */
        R stateChanged(StateChanged event);

        /** Handles {@link Acquired}. */
        R acquired(Acquired event);

        /** Handles {@link Released}. */
        R released(Released event);

        /** Handles {@link Lost}. */
        R lost(Lost event);

        /** Handles {@link AcquireFailed}. */
        R acquireFailed(AcquireFailed event);

        /** Handles {@link ErrorRaised}. */
        R errorRaised(ErrorRaised event);

        /** Handles {@link Stopped}. */
        R stopped(Stopped event);
    }
}
