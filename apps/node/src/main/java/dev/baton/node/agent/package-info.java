/**
 * Agents: lease one job at a time, run its command on a leash that ends with the lease, and report the result.
 *
 * <p>A job runs at least once, and its result is committed at most once: an agent may work for a moment after its lease
 * has expired, and its result is then refused. An agent knows several controllers and follows the leader they name.
 */
@NullMarked
package dev.baton.node.agent;

import org.jspecify.annotations.NullMarked;
