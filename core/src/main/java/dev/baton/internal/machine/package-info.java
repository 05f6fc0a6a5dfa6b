/**
 * The pure state machine of one candidate: six states, every input, an ordered list of effects.
 *
 * <p>Nothing here reads a clock, starts a thread, logs or touches a store: {@link
 * dev.baton.internal.machine.Machine#step} is a function, total over {@code CandidateState × Input}. Inputs carry the
 * monotonic time at which they happened; effects say what the runtime has to do, in order. The whole
 * product is tested and rendered to {@code docs/internals/transitions.md}.
 *
 * <p>What the machine promises: a leadership ends before its claim is released; a claim is released
 * only after its work has stopped or the drain bound has passed; a new reign begins only when the work
 * of the previous one has stopped; every acquired closes with exactly one released or lost.
 */
@NullMarked
package dev.baton.internal.machine;

import org.jspecify.annotations.NullMarked;
