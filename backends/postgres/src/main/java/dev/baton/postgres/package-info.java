/**
 * Elections on a PostgreSQL server, by session-level advisory locks with a lease, epochs and notifications.
 *
 * <p>Entry points: {@link dev.baton.postgres.PostgresBackendProvider}, found by the schemes {@code postgres:}, {@code
 * postgresql:} and {@code jdbc:}, and {@link dev.baton.postgres.PostgresElections} for applications that connect
 * themselves. The keys, the tables and the rules for programs in other languages are in {@code
 * docs/guide/store-postgres.md}.
 *
 * <p>A process has one <em>lock</em> session, which holds and checks its locks, one <em>control</em> session for all other
 * requests, and one <em>waiting</em> session for each leading process that it waits for. Each session is used by one
 * thread. Safety depends on the lock and on the epoch's row, which is raised after the lock is taken and before the new
 * leader is announced. Notifications only speed up what a poll would find.
 */
@NullMarked
package dev.baton.postgres;

import org.jspecify.annotations.NullMarked;
