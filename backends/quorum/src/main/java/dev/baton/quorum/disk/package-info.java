/**
 * What a member keeps across restarts: votes and the list of members durably, promises across the death of the
 * process.
 *
 * <p>Every record has two slots that are written in turn, each with a checksum, so that a write that was cut
 * off leaves the one before it. A state that cannot be read, or belongs to another member, is refused with what
 * to do: a member that forgot its votes must not vote.
 */
@NullMarked
package dev.baton.quorum.disk;

import org.jspecify.annotations.NullMarked;
