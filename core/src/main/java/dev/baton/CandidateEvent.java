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
    void accept(Visitor visitor);

    /** The candidate changed its state. */
    record StateChanged(CandidateState from, CandidateState to) implements CandidateEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.stateChanged(this);
        }
    }

    /** A tenure began: the store confirmed the claim, and its epoch is durable. */
    record Acquired(long epoch) implements CandidateEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.acquired(this);
        }
    }

    /** A tenure ended by choice, and its claim was released. */
    record Released(long epoch, EndReason reason) implements CandidateEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.released(this);
        }
    }

    /** A tenure ended without a release. */
    record Lost(long epoch, EndReason reason) implements CandidateEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.lost(this);
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
        public void accept(Visitor visitor) {
            visitor.acquireFailed(this);
        }
    }

    /** A non-fatal error occurred. */
    record ErrorRaised(Throwable cause) implements CandidateEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.errorRaised(this);
        }
    }

    /** The candidate stopped. */
    record Stopped(StopCause cause) implements CandidateEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.stopped(this);
        }
    }

    /** Handles every kind of event. An implementation that omits one does not compile. */
    interface Visitor {

        /** Handles a change of state. */
        void stateChanged(StateChanged event);

        /** Handles the start of a tenure. */
        void acquired(Acquired event);

        /** Handles the end of a tenure by choice. */
        void released(Released event);

        /** Handles the loss of a tenure. */
        void lost(Lost event);

        /** Handles a failed attempt. */
        void acquireFailed(AcquireFailed event);

        /** Handles a non-fatal error. */
        void errorRaised(ErrorRaised event);

        /** Handles the stop of the candidate. */
        void stopped(Stopped event);
    }
}
