package dev.baton.internal.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Failures of requests, in one form. */
final class Failures {

    private Failures() {}

    /** Removes the wrapper that a completion stage puts around an exception. */
    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    /**
     * Sends a request. One that cannot even begin, for example because there is no thread or memory for it, fails as one
     * without a reply does: a loop that waits for its end goes on.
     */
    static <T> CompletionStage<T> sent(Supplier<CompletionStage<T>> request) {
        try {
            return request.get();
        } catch (RuntimeException | Error notSent) {
            return CompletableFuture.failedFuture(notSent);
        }
    }
}
