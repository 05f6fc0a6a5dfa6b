package dev.baton.internal.runtime;

import java.util.concurrent.CompletionException;

/** Failures as they were before a stage wrapped them. */
final class Failures {

    private Failures() {}

    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
