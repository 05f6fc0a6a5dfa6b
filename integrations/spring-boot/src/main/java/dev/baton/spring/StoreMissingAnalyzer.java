package dev.baton.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints which property a start without a store lacks, instead of a stack trace. */
final class StoreMissingAnalyzer extends AbstractFailureAnalyzer<StoreMissingException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreMissingException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Set baton.url to a store that all replicas share, for example baton.url=postgres://db.internal/app.",
                cause);
    }
}
