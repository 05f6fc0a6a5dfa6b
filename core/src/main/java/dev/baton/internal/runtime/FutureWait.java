package dev.baton.internal.runtime;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a stage. An interrupt does not end the wait; the interrupt status is restored afterwards. */
final class FutureWait {

    private FutureWait() {}

    /** Waits until the stage is complete, and returns whether it was within the timeout. */
    static boolean isDoneWithin(CompletableFuture<?> stage, Duration timeout) {
        long start = System.nanoTime();
        long limit = MonitorWait.nanos(timeout);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    stage.get(Math.max(0, limit - (System.nanoTime() - start)), TimeUnit.NANOSECONDS);
                    return true;
                } catch (InterruptedException kept) {
                    interrupted = true;
                } catch (TimeoutException late) {
                    return false;
                } catch (ExecutionException failed) {
                    return true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
