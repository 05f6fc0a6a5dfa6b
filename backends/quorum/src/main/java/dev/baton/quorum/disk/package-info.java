/**
 * The state of a member across restarts: votes and membership are durable, promises survive the end of the process.
 *
 * <p>Every record has two slots with checksums that are written in turn, so that an interrupted write leaves the previous
 * record intact. A member refuses to start with a state that is damaged or belongs to another member: a member that
 * forgot its votes must not vote.
 */
@NullMarked
package dev.baton.quorum.disk;

import org.jspecify.annotations.NullMarked;
