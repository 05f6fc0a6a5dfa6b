package dev.baton.console.watch;

import dev.baton.ConnectionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the response of a store, up to a timeout. */
final class BoundedWait {
    private static final long TIMEOUT_SECONDS = 10;

    private BoundedWait() {}

    static <T> T await(CompletionStage<T> response, String store) throws InterruptedException {
        try {
            return response.toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            throw new ConnectionException("cannot read " + store + ": " + cause.getMessage(), cause);
        } catch (TimeoutException late) {
            throw new ConnectionException(
                    "cannot read " + store + ": no response within " + TIMEOUT_SECONDS + " s", late);
        }
    }
}
