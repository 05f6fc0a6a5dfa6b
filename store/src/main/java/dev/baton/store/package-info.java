/**
 * An object store with compare-and-swap on SQLite, PostgreSQL and MariaDB: one table, plain JDBC, usable on its own.
 *
 * <p>Start with {@link dev.baton.store.ObjectStore#open}. Records are in the table {@code objects(object_type, id,
 * resource_version, payload, created_at_ms, updated_at_ms)}. {@link dev.baton.store.TypedObjects} reads and writes them as
 * values of your own.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>Every write gives a record a larger {@code resource_version} than it ever had, even after a deletion. The number
 *       has no other meaning.
 *   <li>A conflict is a value, not an exception.
 *   <li>A confirmed write is durable. A write that throws may or may not have been applied: read it back.
 *   <li>Times come from the database's clock.
 *   <li>Everything is thread-safe, blocks at most for the request timeout, and works with any number of processes on one
 *       database.
 * </ul>
 */
@NullMarked
package dev.baton.store;

import org.jspecify.annotations.NullMarked;
