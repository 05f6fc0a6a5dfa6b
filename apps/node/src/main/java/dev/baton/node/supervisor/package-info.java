/**
 * The process of a node that takes part in the election and runs the two children of the node.
 *
 * <p>Steps to become leader, in this order: acquire the lock and its epoch; store leader_epoch durably in the database; stop
 * the worker and wait for its end; open the controller for writes; announce it. Steps to step down: drain, make the
 * controller read-only, release the lock, start the worker. The children die with the supervisor. A controller leads only
 * until its last deadline, even if its supervisor is frozen.
 */
@NullMarked
package dev.baton.node.supervisor;

import org.jspecify.annotations.NullMarked;
