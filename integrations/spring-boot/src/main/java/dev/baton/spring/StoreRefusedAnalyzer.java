package dev.baton.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints why the store cannot be used, and which artifact is missing, instead of a stack trace. */
final class StoreRefusedAnalyzer extends AbstractFailureAnalyzer<StoreRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreRefusedException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Correct baton.url. If the message names an artifact, add it as a dependency, in the version of the"
                        + " starter.",
                cause);
    }
}
