/**
 * Elections on an SQL database that you already have: one lease record per election in the object store, acquired,
 * renewed and released by compare-and-swap.
 *
 * <p>Entry point: {@link dev.baton.lease.LeaseBackendProvider}, found by the scheme {@code lease:}. The
 * records and the rules for programs in other languages are in {@code docs/guide/store-lease.md}.
 *
 * <p>Safety rests on the version of the lease record. A standby takes over from a silent leader only if the ttl has passed
 * by the database's clock, checked in the statement that takes over, <em>and</em> the standby itself has seen the record
 * unchanged for that long on its monotonic clock. So a clock that is set, on either side, cannot produce two leaders. A
 * lost connection proves nothing. If a leader on the same host is proven to have ended, a standby takes over at once. The
 * epoch is in a record of its own, which survives a release.
 */
@NullMarked
package dev.baton.lease;

import org.jspecify.annotations.NullMarked;
