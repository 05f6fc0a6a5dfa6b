/**
 * The interfaces between Baton and a store, for authors of backends.
 *
 * <p>A short tour:
 *
 * <ul>
 *   <li>A {@link dev.baton.spi.BackendProvider} is found by its URL scheme through {@link java.util.ServiceLoader}.
 *   <li>It opens a {@link dev.baton.spi.Backend}: the connection of one process to one store.
 *   <li>The backend creates a {@link dev.baton.spi.Contender} for each candidate, which acquires and releases a
 *       {@link dev.baton.spi.Claim}. The backend renews the claims of all its contenders together.
 *   <li>{@link dev.baton.spi.ContenderSignals} make a change of leader fast, a {@link dev.baton.spi.Roster} lists the
 *       live instances, and a {@link dev.baton.spi.LeaderWatcher} receives changes of leader.
 *   <li>{@link dev.baton.spi.MeteredBackend}, {@link dev.baton.spi.HolderDiagnostics},
 *       {@link dev.baton.spi.StorePresence} and {@link dev.baton.spi.CommandRecords} are optional interfaces of a backend.
 *       A backend with command records asks a {@link dev.baton.spi.LiveCommandCheck} before it grants a claim.
 * </ul>
 *
 * <p>Requests return a stage and never block the caller. Expected results are values of sealed types. An unknown result
 * is a value of its own, never an exception and never a "no".
 *
 * <p>Only {@code acquire}, {@code renew} and {@code release} matter for safety. Signals, roster and watch may fail, be
 * late or be wrong without harm.
 */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
