package dev.baton.internal.machine;

/** Something that happened to a candidate, with the monotonic time at which it happened. */
public sealed interface Input permits ApplicationInput, AttemptInput, TenureInput {

    /** Returns the time of the input in monotonic nanoseconds. */
    long at();

    /** Returns the transition of a candidate on this input: one case for every state. */
    Transition apply(MachineStep step);
}
