/**
 * Elections on a PostgreSQL server: session-level advisory locks that got a lease, epochs and push.
 *
 * <p>Entry points: {@link dev.baton.postgres.PostgresBackendProvider}, found by the schemes {@code
 * postgres:}, {@code postgresql:} and {@code jdbc:}, and {@link dev.baton.postgres.PostgresBackend#over} for
 * those who bring their own connections. The keys, the tables and the rules for programs in other languages
 * are in {@code docs/guide/store-postgres.md}.
 *
 * <p>A process has one <em>lock</em> session, which holds its locks and proves them, one <em>control</em>
 * session for everything else, and one <em>waiting</em> session per leading process it watches. Each
 * session is used by one thread. Safety rests on the lock and on the epoch row, which is raised after the
 * lock was taken and before anybody hears of it; notifications only hasten what a poll would find.
 */
@NullMarked
package dev.baton.postgres;

import org.jspecify.annotations.NullMarked;
