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

    /** The candidate changed its state. */
    record StateChanged(CandidateState from, CandidateState to) implements CandidateEvent {}

    /** A tenure began: the store confirmed the claim, and its epoch is durable. */
    record Acquired(long epoch) implements CandidateEvent {}

    /** A tenure ended by choice, and its claim was released. */
    record Released(long epoch, EndReason reason) implements CandidateEvent {}

    /** A tenure ended without a release. */
    record Lost(long epoch, EndReason reason) implements CandidateEvent {}

    /**
     * An attempt to acquire failed.
     *
     * @param holder the current holder of the claim, if known
     * @param cause the error, if the attempt failed with one
     */
    record AcquireFailed(Optional<String> holder, Optional<Throwable> cause) implements CandidateEvent {}

    /** A non-fatal error occurred. */
    record ErrorRaised(Throwable cause) implements CandidateEvent {}

    /** The candidate stopped. */
    record Stopped(StopCause cause) implements CandidateEvent {}
}
