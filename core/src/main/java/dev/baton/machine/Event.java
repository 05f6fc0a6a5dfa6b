package dev.baton.machine;

import java.util.Optional;

/** What a candidate tells its listeners, in the order in which it happened. */
public sealed interface Event {

    /** The candidate went from one state to another. */
    record StateChanged(State from, State to) implements Event {}

    /** A reign began: the store confirmed it and its epoch is durable. */
    record Acquired(long epoch) implements Event {}

    /** A reign ended by choice and its claim was given back. */
    record Released(long epoch, EndReason reason) implements Event {}

    /** A reign ended, and nothing was given back. */
    record Lost(long epoch, EndReason reason) implements Event {}

    /** An attempt did not lead to a reign. */
    record AcquireFailed(Optional<String> holder, Optional<Throwable> cause) implements Event {}

    /** Something went wrong that the candidate survives. */
    record ErrorRaised(Throwable cause) implements Event {}

    /** The candidate takes no further part. */
    record Stopped(StopCause cause) implements Event {}
}
