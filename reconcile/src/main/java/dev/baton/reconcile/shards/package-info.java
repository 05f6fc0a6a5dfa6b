/**
 * Work split into shards: K elections, spread over the replicas that are alive.
 *
 * <p>Entry point: {@link dev.baton.reconcile.shards.Shards}. Each shard is an election of its own, named {@code
 * NAME:NUMBER}, with its own epoch and its own work, in any store. Who should own what is a pure function, {@link
 * dev.baton.reconcile.shards.ShardPlan}, of what the replicas say of themselves on the roster, and each replica
 * computes it alone: there is no coordinator. The roster may be late or wrong: then a shard is for a while in the
 * wrong place or nowhere, but never in two places, because only the claim in the store makes an owner.
 */
@NullMarked
package dev.baton.reconcile.shards;

import org.jspecify.annotations.NullMarked;
