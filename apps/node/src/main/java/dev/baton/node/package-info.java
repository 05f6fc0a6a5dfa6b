/**
 * A node of an active-passive job controller: many nodes run, one leads and takes writes, and a former leader's writes
 * are refused by the database.
 *
 * <p>{@link dev.baton.node.supervisor.NodeSupervisor} is the process that takes part in the election and holds two
 * children: {@link dev.baton.node.ControllerProcess}, which serves the HTTP API, and {@link
 * dev.baton.node.agent.Agent}, which runs jobs while this node does not lead. A node is never leader and worker at the
 * same time.
 */
@NullMarked
package dev.baton.node;

import org.jspecify.annotations.NullMarked;
