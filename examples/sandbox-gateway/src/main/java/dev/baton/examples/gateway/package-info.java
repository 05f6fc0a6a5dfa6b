/**
 * An example: a gateway in several replicas that serves one set of sandboxes, and reconciles them once.
 *
 * <p>{@link dev.baton.examples.gateway.DriverMain} is the compute driver: it really starts and stops child processes
 * as sandboxes. {@link dev.baton.examples.gateway.GatewayMain} is one replica: it creates, changes, deletes and lists
 * sandboxes by HTTP at any time, and reconciles their records with the driver while it holds the lease. How to run
 * them is in {@code docs/guide/reconciler.md}.
 */
@NullMarked
package dev.baton.examples.gateway;

import org.jspecify.annotations.NullMarked;
