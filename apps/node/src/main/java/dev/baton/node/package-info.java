/**
 * A node of an active-passive job controller: several nodes run, one leads and accepts writes, and the database refuses the
 * writes of a former leader.
 *
 * <p>{@link dev.baton.node.supervisor.NodeSupervisor} is the process that takes part in the election. It has two children:
 * {@link dev.baton.node.ControllerProcess}, which serves the HTTP API, and {@link dev.baton.node.agent.JobAgent}, the
 * worker, which runs jobs while this node does not lead. A node is never leader and worker at the same time.
 */
@NullMarked
package dev.baton.node;

import org.jspecify.annotations.NullMarked;
