/**
 * The election among peers as a pure function of state, event and time.
 *
 * <p>A step takes one member's {@link dev.baton.quorum.step.ElectionState state} in one election, an event and the time. It
 * returns the next state and an ordered list of effects: messages to send, votes to make durable, promises to save. {@link
 * dev.baton.quorum.step.MemberNode} holds the membership and the states of all elections of one member. It has no thread, clock, socket or file either: simulator and production run the same code,
 * and random delays come from a seed.
 *
 * <p>Guarantees: a term has one leader, whatever clocks and networks do; and, while clocks advance at nearly the same rate,
 * leases never overlap. Assertions are always enabled; a failed one is a {@link dev.baton.quorum.step.ProtocolViolation},
 * which must stop the node.
 *
 * <p>Records that are compared in the first election of a process have a hand-written {@code equals}: the JVM generates the
 * default one at its first use, which takes longer than the election.
 */
@NullMarked
package dev.baton.quorum.step;

import org.jspecify.annotations.NullMarked;
