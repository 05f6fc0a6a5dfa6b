package dev.baton;

import java.util.function.Consumer;

/**
 * A named check in front of one kind of action: the action runs only while the candidate leads.
 *
 * <p>An action is part of the leader's work: it is interrupted when the tenure ends, and awaited before the claim is
 * released, for the drain timeout at most. It runs on the caller's thread; an interrupt for the end of the tenure is
 * cleared when the action returns.
 *
 * <p>Every action that passes or is suppressed is counted, so that a metric shows what a standby held back.
 *
 * <pre>{@code
 * Gate mail = candidate.gate("mail");
 * mail.tryRun(leadership -> sendDigest(leadership.epoch()));
 * }</pre>
 */
public interface Gate {

    /** Returns the name of this gate, as metrics show it. */
    String name();

    /** Runs the action if this candidate leads now, and returns whether it did. A suppressed action is counted. */
    boolean tryRun(Consumer<Leadership> action);

    /** Runs the action if this candidate leads now, and returns its result. A suppressed action is counted. */
    <T> GateResult<T> tryCall(Action<T> action) throws Exception;

    /**
     * Counts an action that the caller held back for a reason of its own as suppressed, for example because the last one has
     * not ended.
     */
    void countSuppressed();

    /** Returns how many actions passed. */
    long passed();

    /** Returns how many actions were suppressed. */
    long suppressed();

    /** An action behind a gate. It receives the leadership that it acts under, for its epoch. */
    @FunctionalInterface
    interface Action<T> {

        /** Performs the action. */
        T act(Leadership leadership) throws Exception;
    }
}
