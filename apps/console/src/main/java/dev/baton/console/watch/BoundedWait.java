package dev.baton.console.watch;

import dev.baton.ConnectionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting for an answer of a store, for a while. */
final class BoundedWait {
    private static final long PATIENCE_SECONDS = 10;

    private BoundedWait() {}

    static <T> T await(CompletionStage<T> stage, String store) throws InterruptedException {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            throw new ConnectionException(store + " could not be read: " + cause.getMessage(), cause);
        } catch (TimeoutException late) {
            throw new ConnectionException(
                    store + " could not be read: no answer within " + PATIENCE_SECONDS + " s", late);
        }
    }
}
