package dev.baton.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** A backend that can tell what its store itself says of who holds an election, beyond Baton's own records. */
public interface HolderDiagnostics {

    /** Lines for people, empty when the store has nothing to add. No side effect. */
    CompletionStage<List<String>> explain(String election);
}
