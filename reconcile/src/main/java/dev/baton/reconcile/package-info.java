/**
 * Reconcilers that run on one replica only: they compare what a driver reports with what a store records, in a watch loop and
 * a sweep, on the replica that leads.
 *
 * <p>Start with {@link dev.baton.reconcile.Reconciler}. {@link dev.baton.reconcile.Resources} are the records; every replica
 * creates, updates and deletes them by compare-and-swap, with or without a leader. A {@link
 * dev.baton.reconcile.ResourceDriver} reports what exists. {@link dev.baton.reconcile.LifecycleRules} decides the next state
 * of a record and is pure.
 *
 * <p>Guarantees: only the leader writes what it reconciled, and the store refuses each such write, in the same transaction,
 * as soon as a leader with a higher epoch has taken over. All replicas keep an index of the resources.
 */
@NullMarked
package dev.baton.reconcile;

import org.jspecify.annotations.NullMarked;
