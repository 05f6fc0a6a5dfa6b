/**
 * The state of a running controller: its role, the leadership it acts under, the timers of job leases, and the agents that
 * wait for work. Independent of HTTP.
 *
 * <p>A controller leads only under a {@link dev.baton.node.deadline.DeadlineLeadership}, which its supervisor grants and
 * extends. It becomes invalid by itself if the supervisor freezes or dies. Job leases are timed by the monotonic clock of
 * this process, and a new leader restarts the timer of every lease it finds. So a wrong wall clock never ends a lease.
 */
@NullMarked
package dev.baton.node.control;

import org.jspecify.annotations.NullMarked;
