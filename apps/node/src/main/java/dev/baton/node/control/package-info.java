/**
 * What a controller is while it runs: its role, the mandate it leads by, the leases it watches, and the agents that
 * wait for work. Knows nothing of HTTP.
 *
 * <p>A controller leads only by a {@link dev.baton.node.control.LentLeadership}, which its supervisor hands to it and
 * extends; it turns invalid by itself when the supervisor stands still or dies. Leases of jobs are timed by this
 * process's monotonic clock: a new leader gives every lease it finds its full time again, so no clock that was set
 * takes a job away.
 */
@NullMarked
package dev.baton.node.control;

import org.jspecify.annotations.NullMarked;
