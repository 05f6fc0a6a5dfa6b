/**
 * Work split into shards: K elections, spread over the live replicas.
 *
 * <p>Start with {@link dev.baton.reconcile.shards.Shards}. Each shard is an election named {@code NAME:NUMBER}, with its own
 * epoch and its own work, in any store. The assignment is a pure function of what the replicas publish on the roster, and
 * each replica computes it by itself: there is no coordinator. The roster may be late or wrong. Then a shard is for a while in
 * the wrong place or nowhere, but never in two places, because only the claim in the store makes an owner.
 */
@NullMarked
package dev.baton.reconcile.shards;

import org.jspecify.annotations.NullMarked;
