package dev.baton.spi;

import java.util.Map;

/**
 * Optional interface of a {@link Backend} that counts elections itself, because its process takes part in the protocol.
 *
 * <pre>{@code
 * if (baton.backend() instanceof MeteredBackend metered) {
 *     long elections = metered.metrics("nightly-report").elections();
 * }
 * }</pre>
 */
public interface MeteredBackend {

    /** Returns the current metrics of an election. Blocks for a request to the own process only. */
    ElectionMetrics metrics(String election);

    /** Returns the number of rejected messages and connections by cause, with an entry for every cause. */
    Map<String, Long> rejected();
}
