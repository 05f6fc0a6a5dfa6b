package dev.baton.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Optional interface of a {@link Backend} whose store itself knows more about the holder of a claim.
 *
 * <pre>{@code
 * if (baton.backend() instanceof HolderDiagnostics diagnostics) {
 *     diagnostics.explain("nightly-report").thenAccept(lines -> lines.forEach(System.out::println));
 * }
 * }</pre>
 */
public interface HolderDiagnostics {

    /**
     * Returns lines for people about the holder; empty if the store has nothing to add. Does not block or change the
     * store.
     */
    CompletionStage<List<String>> explain(String election);
}
