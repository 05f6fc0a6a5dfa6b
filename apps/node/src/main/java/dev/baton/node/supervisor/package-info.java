/**
 * The process of a node that takes part in the election and holds its two children.
 *
 * <p>On becoming leader, in this order: the lock and its epoch; leader_epoch, durable in the ledger; the worker off,
 * confirmed; the controller writable; announced. On stepping down: drained, read-only, released, the worker on. The
 * children die with the supervisor. A controller leads only until the deadline it was given last, whether its
 * supervisor runs or not.
 */
@NullMarked
package dev.baton.node.supervisor;

import org.jspecify.annotations.NullMarked;
