package dev.baton.postgres;

import dev.baton.spi.AcquireOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The result of the lock session's part in an acquisition, and how the acquisition continues. */
sealed interface LockStep {

    CompletableFuture<AcquireOutcome> next(LockAcquisition acquisition);

    /** The acquisition is complete. */
    record Done(AcquireOutcome outcome) implements LockStep {
        @Override
        public CompletableFuture<AcquireOutcome> next(LockAcquisition acquisition) {
            return CompletableFuture.completedFuture(outcome);
        }
    }

    /** The lock is held; the epoch must be raised on the control session. */
    record Locked(HeldLock held, Optional<EpochRow> row) implements LockStep {
        @Override
        public CompletableFuture<AcquireOutcome> next(LockAcquisition acquisition) {
            return acquisition.raise(this);
        }
    }

    /** The lock will be free soon. */
    record Retry(Duration delay) implements LockStep {
        @Override
        public CompletableFuture<AcquireOutcome> next(LockAcquisition acquisition) {
            return acquisition.runAfter(delay);
        }
    }
}
