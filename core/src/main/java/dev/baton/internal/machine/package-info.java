/**
 * The state machine of one candidate, as a pure function.
 *
 * <p>{@link dev.baton.internal.machine.Machine#step} takes the settings, the state of the candidate and an input, and
 * returns the next state and the effects. Each {@link dev.baton.internal.machine.Input} has one case for every state.
 * Nothing here reads a clock, starts a thread, logs or calls a store. It is defined for all six states and all inputs;
 * a test checks every combination and generates {@code docs/internals/transitions.md}.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>A leadership ends before its claim is released.
 *   <li>A claim is released only after its work has stopped or the drain timeout has passed.
 *   <li>A tenure begins only after the work of the previous one has stopped.
 *   <li>Every acquired event is followed by exactly one released or lost event.
 * </ul>
 */
@NullMarked
package dev.baton.internal.machine;

import org.jspecify.annotations.NullMarked;
