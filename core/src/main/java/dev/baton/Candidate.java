package dev.baton;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One participant in one election.
 *
 * <p>{@code start}, {@code stop} and {@code stepDown} are idempotent and thread-safe. Methods that wait return at once
 * when they are called from this candidate's own listener or work, because waiting there would deadlock: the request
 * is made and takes effect afterwards.
 *
 * <pre>{@code
 * Candidate candidate = baton.candidate("nightly-report");
 * candidate.whileLeading(leadership -> {
 *     while (leadership.isValid()) {
 *         processNextBatch(leadership.epoch());
 *     }
 * });
 * candidate.onLost(lost -> log.warn("lost epoch {}: {}", lost.epoch(), lost.reason().code()));
 * candidate.start();
 * }</pre>
 */
public interface Candidate extends AutoCloseable {

    /** Returns the name of the election. */
    String election();

    /** Returns the instance id of this candidate. */
    String instanceId();

    /**
     * Starts trying to acquire leadership. {@link #state()} is not {@code STOPPED} when this returns, unless the
     * store is disabled or the stop signal has already completed.
     *
     * @throws IllegalStateException if this candidate was closed
     */
    void start();

    /**
     * Ends the leadership, waits for its work, releases the claim and stops. Returns after the listeners have received
     * the events of the end, for which it waits ten seconds at most. A stopped candidate can start again.
     *
     * @throws ShutdownException if that takes longer than the timeout; the release is forced in that case
     */
    void stop(Duration timeout);

    /** Calls {@link #stop(Duration)} with a timeout that covers the drain timeout and the release. */
    void stop();

    /**
     * Stops for good: like {@link #stop()}, but the candidate cannot start again. After a stop that was forced, it does not wait
     * for the work again.
     */
    @Override
    void close();

    /** Requests {@link #close} and returns without waiting. */
    void closeAsync();

    /**
     * Ends the leadership, waits for its work and releases the claim. Other candidates go first; then this one tries to
     * acquire again, if {@code autoReacquire} is on. If it takes longer than the timeout, the session is dropped, which
     * frees the claim.
     *
     * @return whether this candidate led
     */
    boolean stepDown(Duration timeout);

    /** Waits until this candidate leads. Returns empty on timeout, or if the candidate stops. */
    Optional<Leadership> awaitLeadership(Duration timeout) throws InterruptedException;

    /** Returns the current state. */
    CandidateState state();

    /** Returns whether this candidate may act now. Turns false by itself when the validity ends. */
    boolean isLeader();

    /** Returns the current leadership, if it is valid. */
    Optional<Leadership> leadership();

    /** Requests a transfer to the given instance. If this candidate leads and the target is healthy, it steps down. */
    TransferOutcome transferTo(String instanceId);

    /** Runs the work in every tenure from now on, including the current one. */
    Registration whileLeading(LeaderWork work);

    /** Returns the gate with the given name, which lets actions pass only while this candidate leads. */
    Gate gate(String name);

    /** Returns how long renewals took, including those that timed out. */
    LatencyStats renewals();

    /** Returns how long events waited before their first listener was called. */
    LatencyStats callbackLag();

    /**
     * Registers a listener for every event. It receives the events one after the other, in the order of the transitions.
     *
     * <p>Listeners are independent: a slow one delays no other. So the end of a tenure can reach {@link #onLost} before its
     * start has reached a slow {@link #onAcquired}. Where that matters, register one listener for both.
     */
    Registration listen(CandidateListener listener);

    /** Registers a listener for the start of a tenure. */
    Registration onAcquired(Consumer<Leadership> listener);

    /** Registers a listener for a tenure that ended by choice. */
    default Registration onReleased(Consumer<CandidateEvent.Released> listener) {
        return on(CandidateEvent.Released.class, listener);
    }

    /** Registers a listener for a tenure that was lost. */
    default Registration onLost(Consumer<CandidateEvent.Lost> listener) {
        return on(CandidateEvent.Lost.class, listener);
    }

    /** Registers a listener for failed attempts to acquire. */
    default Registration onAcquireFailed(Consumer<CandidateEvent.AcquireFailed> listener) {
        return on(CandidateEvent.AcquireFailed.class, listener);
    }

    /** Registers a listener for every change of state. */
    default Registration onStateChange(Consumer<CandidateEvent.StateChanged> listener) {
        return on(CandidateEvent.StateChanged.class, listener);
    }

    /** Registers a listener for non-fatal errors, including those of other listeners. */
    default Registration onError(Consumer<Throwable> listener) {
        Objects.requireNonNull(listener, "listener");
        return on(CandidateEvent.ErrorRaised.class, event -> listener.accept(event.cause()));
    }

    /** Registers a listener for the end of this candidate's participation. */
    default Registration onStopped(Consumer<CandidateEvent.Stopped> listener) {
        return on(CandidateEvent.Stopped.class, listener);
    }

    private <E extends CandidateEvent> Registration on(Class<E> kind, Consumer<E> listener) {
        Objects.requireNonNull(listener, "listener");
        return listen(event -> {
            if (kind.isInstance(event)) {
                listener.accept(kind.cast(event));
            }
            return CompletableFuture.completedFuture(true);
        });
    }
}
