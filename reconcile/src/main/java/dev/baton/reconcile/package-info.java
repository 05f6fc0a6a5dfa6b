/**
 * Reconcilers that run once: what a driver shows against what a store says, in a watch loop and a sweep, on the one
 * replica that leads.
 *
 * <p>Entry point: {@link dev.baton.reconcile.Reconciler}. {@link dev.baton.reconcile.Resources} are the records, which
 * every replica creates, updates and deletes by compare-and-swap, whoever leads, or nobody. A {@link
 * dev.baton.reconcile.Driver} shows what really exists. What a record becomes is decided by {@link
 * dev.baton.reconcile.Lifecycle}, which is pure; when it is looked at, by {@link dev.baton.reconcile.Reconciliation}, which
 * has no threads.
 *
 * <p>Promises: only the leader writes what it reconciled, and each such write is refused by the store, in the same
 * transaction, as soon as a leader with a higher epoch has begun. All replicas keep an index warm from the watch stream.
 */
@NullMarked
package dev.baton.reconcile;

import org.jspecify.annotations.NullMarked;
