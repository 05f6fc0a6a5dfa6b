/**
 * The election among peers as a pure function: who may vote for whom, who leads, until when.
 *
 * <p>{@link dev.baton.quorum.step.ElectionStep#step} takes one member's {@link dev.baton.quorum.step.ElectionState seat} in one election, an event and
 * the time, and gives the next seat and an ordered list of effects: messages to send, ballots to make
 * durable, promises to remember. {@link dev.baton.quorum.step.MemberNode} holds the seats of all elections of one member
 * and the list of members; it has no thread, clock, socket or file either. Simulator and production drive
 * the same code; randomness comes from a seed.
 *
 * <p>What the package promises: one leader in a term, whatever clocks and networks do; and, while clocks
 * advance at nearly the same rate, leases that never overlap. Its own assertions are always on; a violated
 * one is a {@link dev.baton.quorum.step.ProtocolViolation}, which has to stop the node.
 *
 * <p>Records that are compared in the first election of a process have their {@code equals} written out: a generated
 * one is made when it is first used, which takes longer than the election.
 */
@NullMarked
package dev.baton.quorum.step;

import org.jspecify.annotations.NullMarked;
