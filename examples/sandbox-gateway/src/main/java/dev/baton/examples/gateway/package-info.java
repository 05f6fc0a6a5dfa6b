/**
 * An example: several replicas of a gateway that serve one set of sandboxes. One replica at a time reconciles them.
 *
 * <p>{@link dev.baton.examples.gateway.DriverMain} is the compute driver: it starts and stops real child processes as
 * sandboxes. {@link dev.baton.examples.gateway.GatewayMain} is one replica: it creates, changes, deletes and lists
 * sandboxes over HTTP at any time, and reconciles their records with the driver while it holds the lease. {@code
 * docs/guide/reconciler.md} explains how to run them.
 */
@NullMarked
package dev.baton.examples.gateway;

import org.jspecify.annotations.NullMarked;
