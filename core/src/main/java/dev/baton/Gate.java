package dev.baton;

import java.util.Optional;
import java.util.function.Consumer;

/** One named surface that acts: what goes through it happens only while this candidate leads. */
public interface Gate {

    /** Its name, as metrics show it. */
    String name();

    /** Runs the action if this candidate leads now; else counts it as suppressed. */
    boolean run(Consumer<Leadership> action);

    /** Runs the action if this candidate leads now and returns its result; else empty, and counted. */
    <T> Optional<T> call(Action<T> action) throws Exception;

    /** How many actions went through. */
    long passed();

    /** How many actions were suppressed. */
    long suppressed();

    /** What goes through a gate; it gets the leadership it acts under, for its epoch. */
    @FunctionalInterface
    interface Action<T> {

        /** Acts. */
        T act(Leadership leadership) throws Exception;
    }
}
