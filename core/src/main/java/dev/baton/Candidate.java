package dev.baton;

import dev.baton.machine.EndReason;
import dev.baton.machine.Event;
import dev.baton.machine.State;
import dev.baton.spi.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * One participant in one election.
 *
 * <p>Start, stop and step-down are idempotent. Methods that wait do not wait when they are called from
 * this candidate's own listener or work body, where waiting could only deadlock: there they ask and
 * return.
 */
public interface Candidate extends AutoCloseable {

    /** The election it takes part in. */
    String election();

    /** Who it is. */
    String instanceId();

    /** Takes part from now on. */
    void start();

    /**
     * Ends the leadership, waits for its work, releases, and takes no further part.
     *
     * @throws ShutdownException when that took longer than the timeout; the release was forced then
     */
    void stop(Duration timeout);

    /**
     * {@link #stop} for good, with a timeout that leaves room for the drain bound and one request. A
     * candidate that was stopped may start again; one that was closed may not.
     */
    @Override
    void close();

    /** {@link #close} without waiting for it: asks, and returns at once. */
    void leave();

    /**
     * Ends the leadership, waits for its work and releases; others go first, then it stands again, if
     * it is set to. Past the timeout the session is dropped, which frees the claim.
     *
     * @return whether it led
     */
    boolean stepDown(Duration timeout);

    /** Waits until it leads; empty when it did not within the timeout, or stopped. */
    Optional<Leadership> awaitLeadership(Duration timeout) throws InterruptedException;

    /** Which of the six states it is in. */
    State state();

    /** Whether it may act now; expires by itself. */
    boolean isLeader();

    /** The reign it is in, while that is valid. */
    Optional<Leadership> leadership();

    /** Asks that the named instance lead instead: yields to it, if this candidate leads and that one is well. */
    TransferOutcome transferTo(String instanceId);

    /** Runs the work in every reign from now on, also in the one that is under way. */
    Subscription whileLeading(Work work);

    /** A named surface that acts only while this candidate leads; the same name is the same gate. */
    Gate gate(String name);

    /** How long renewals took to be answered; those that were given up included. */
    Timings renewals();

    /** How long events waited before the first listener was called. */
    Timings callbackLag();

    /** Hears every event from now on. */
    Subscription listen(Listener listener);

    /** Hears that a reign began. */
    Subscription onAcquired(Consumer<Leadership> listener);

    /** Hears that a reign ended by choice: the epoch and why. */
    Subscription onReleased(BiConsumer<Long, EndReason> listener);

    /** Hears that a reign was lost: the epoch and why. */
    Subscription onLost(BiConsumer<Long, EndReason> listener);

    /** Hears of an attempt that failed. */
    Subscription onAcquireFailed(Consumer<Event.AcquireFailed> listener);

    /** Hears every change of state, from and to. */
    Subscription onStateChange(BiConsumer<State, State> listener);

    /** Hears of errors that the candidate survives, those of other listeners included. */
    Subscription onError(Consumer<Throwable> listener);

    /** Hears that it takes no further part. */
    Subscription onStopped(Consumer<Event.Stopped> listener);
}
