/**
 * Leader election: many run, exactly one acts, and a former leader can do no harm.
 *
 * <p>A short tour:
 *
 * <ul>
 *   <li>{@link dev.baton.Baton#connect} opens a store by its URL.
 *   <li>An {@link dev.baton.Election} is a named contest in that store.
 *   <li>A {@link dev.baton.Candidate} participates; {@link dev.baton.CandidateSettings} configures it.
 *   <li>While it leads, it has a {@link dev.baton.Leadership}: a value with an epoch and a deadline, which turns
 *       invalid by itself.
 *   <li>{@link dev.baton.LeaderWork} runs inside a tenure, and a {@link dev.baton.Gate} lets single actions pass only
 *       while the candidate leads.
 *   <li>A {@link dev.baton.LeaderObserver} follows an election without being a candidate.
 * </ul>
 *
 * <p>All types are thread-safe. Every method may be called from any thread, from a listener and from work.
 *
 * <p>A leadership cannot protect a resource from a leader that freezes between its check and its write. Send the epoch
 * with the write and refuse lower epochs where the write lands: see {@code dev.baton.fence}.
 */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;
