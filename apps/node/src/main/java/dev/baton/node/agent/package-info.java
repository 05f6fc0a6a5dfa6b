/**
 * Who does the jobs: leases one at a time, runs its command on a leash that is as long as the lease, and reports.
 *
 * <p>A job is run at least once and its result is committed at most once: an agent whose lease ran out may still work
 * for a moment, and its result is refused. An agent knows several controllers and follows the leader they name.
 */
@NullMarked
package dev.baton.node.agent;

import org.jspecify.annotations.NullMarked;
