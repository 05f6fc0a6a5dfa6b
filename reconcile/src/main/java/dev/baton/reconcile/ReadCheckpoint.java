package dev.baton.reconcile;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The moment of an earlier read of the records, before it began. Pure.
 *
 * <p>Records have the time of their last write by the database's clock, which can be set back. So the next read goes back
 * twice: by the time since the earlier read, on the monotonic clock of this process, and by the longest transaction. A
 * clock that was set back by less than the time since then is covered by that, and one that was set back by more shows a
 * time before the checkpoint: then all records are read.
 *
 * @param databaseMillis the database's clock
 * @param nanos the monotonic clock of this process
 */
record ReadCheckpoint(long databaseMillis, long nanos) {
    /** The time from the clock reading of a write until the write is visible, at most. */
    static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(60);

    /** Returns from which time on writes are read, at a given later moment; empty if all records must be read. */
    OptionalLong since(ReadCheckpoint now) {
        if (now.databaseMillis < databaseMillis) {
            return OptionalLong.empty();
        }
        long elapsed = TimeUnit.NANOSECONDS.toMillis(Math.max(0, now.nanos - nanos));
        return OptionalLong.of(databaseMillis - elapsed - LONGEST_TRANSACTION.toMillis());
    }
}
