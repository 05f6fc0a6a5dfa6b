/**
 * Leader election: many run, exactly one acts, and a former leader can do no harm.
 *
 * <p>{@link dev.baton.Baton#connect} opens a store by its URL; {@link dev.baton.Election} is a named
 * contest in it; a {@link dev.baton.Candidate} takes part, and while it leads it has a {@link
 * dev.baton.Leadership}: a value with an epoch and a deadline that turns invalid by itself.
 *
 * <p>All types here are thread-safe, and every method may be called from any thread, from a listener
 * and from a work body. None of it protects a resource from a leader that stood still between its check
 * and its write: carry the epoch to where the write lands, and refuse older ones there.
 */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;
