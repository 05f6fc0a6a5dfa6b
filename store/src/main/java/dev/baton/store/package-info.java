/**
 * An object store with compare-and-swap, on SQLite and PostgreSQL: one table, plain JDBC, usable on its own.
 *
 * <p>Entry point: {@link dev.baton.store.ObjectStore#open}. Records live in the table {@code
 * objects(object_type, id, resource_version, payload, created_at_ms, updated_at_ms)}; {@link
 * dev.baton.store.TypedObjects} reads and writes them as values of your own.
 *
 * <p>Promises: every write of a record gives it a larger {@code resource_version} than that record ever
 * had, deletion included; nothing else may be read from the number. A conflict is a value, not an exception. What was
 * confirmed is durable. Times are told by the database's clock. A write that throws may or may not have been
 * applied: read back. Everything is thread-safe, blocks for the request timeout at most, and works with any
 * number of processes on one database.
 */
@NullMarked
package dev.baton.store;

import org.jspecify.annotations.NullMarked;
