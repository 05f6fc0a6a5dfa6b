/**
 * The jobs, leases, agents, terms and events of a node controller, in SQLite or PostgreSQL.
 *
 * <p>Every row carries the leader_epoch under which it was written. The database refuses a transaction as soon as a later
 * leader has begun its term: see {@link dev.baton.node.database.WriteGuard}. Guarded transactions run one after the other,
 * so events are numbered in the order of their commits. Reads need no leader.
 */
@NullMarked
package dev.baton.node.database;

import org.jspecify.annotations.NullMarked;
