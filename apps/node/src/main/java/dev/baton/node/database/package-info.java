/**
 * The jobs, leases, agents, terms and events of a node controller, in SQLite or PostgreSQL.
 *
 * <p>Everything that is written is stamped with the leader_epoch it was written under, and is written in a
 * transaction that the database refuses once a later leader has begun its term: see {@link
 * dev.baton.node.database.WriteGuard}. Guarded transactions happen one after the other, so events are numbered in the order
 * of their commits. Reads need no leader.
 */
@NullMarked
package dev.baton.node.database;

import org.jspecify.annotations.NullMarked;
