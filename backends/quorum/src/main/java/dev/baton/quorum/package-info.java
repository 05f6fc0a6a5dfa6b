/**
 * Elections among peers, with no store at all: {@code quorum://ID@HOST:PORT?peers=…}.
 *
 * <p>A {@link dev.baton.quorum.GroupMember} is this process's place in a group: one thread that carries messages
 * between the network, the disk and the pure node of {@link dev.baton.quorum.step}. All connections of a process to
 * one group share it. What is decided, is decided by the node; here it is carried out, and told to candidates,
 * watchers and clients.
 *
 * <p>Promises: a claim is handed out only while the node says that it leads, counted from when the node said so;
 * a grant that no candidate takes is given back; a process that lives never closes its listener while a claim
 * of it may be trusted, because others take that for its death.
 */
@NullMarked
package dev.baton.quorum;

import org.jspecify.annotations.NullMarked;
