package dev.baton.internal.runtime;

import java.util.concurrent.CompletionException;

/** Removes the wrapper that a completion stage puts around an exception. */
final class Failures {

    private Failures() {}

    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
