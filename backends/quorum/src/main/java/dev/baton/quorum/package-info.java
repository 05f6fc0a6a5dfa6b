/**
 * Elections among the members of a group, without a store: {@code quorum://ID@HOST:PORT?peers=…}.
 *
 * <p>A {@link dev.baton.quorum.GroupMember} is one member. Its thread passes events of the network, the disk and the
 * candidates to the pure state machine in {@link dev.baton.quorum.step}, and carries out the effects. All backends of a
 * process for one group share the member.
 *
 * <p>Guarantees: a candidate gets a claim only while the node leads, and its validity counts from that moment. A
 * leadership that no candidate takes is given up. A running process never closes its listening socket while one of its
 * claims is valid, because other members take that as proof that the process has ended.
 */
@NullMarked
package dev.baton.quorum;

import org.jspecify.annotations.NullMarked;
