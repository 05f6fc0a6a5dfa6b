/**
 * Elections on any SQL database you already have: one lease record per election in the object store, taken,
 * renewed and given back by compare-and-swap.
 *
 * <p>Entry point: {@link dev.baton.lease.LeaseBackendProvider}, found by the scheme {@code lease:}. The
 * records and the rules for programs in other languages are in {@code docs/guide/store-lease.md}.
 *
 * <p>Safety rests on the version of the lease record. A holder that is silent is succeeded when the database's
 * clock says that its time is up, in the statement that takes over, <em>and</em> the successor itself has watched the
 * record stand still for that long on its monotonic clock. So a clock that is set, on either side, makes nobody
 * lead twice. A lost connection proves nothing; a process of this host that is proved gone is succeeded at once.
 * The epoch is kept in a record of its own, which a release leaves behind.
 */
@NullMarked
package dev.baton.lease;

import org.jspecify.annotations.NullMarked;
