package dev.baton;

import java.util.Locale;

/**
 * What a leader decided about a transfer request.
 *
 * <pre>{@code
 * if (result.decision() == TransferDecision.REFUSED) {
 *     log.warn("transfer refused: {}", result.reason());
 * }
 * }</pre>
 */
public enum TransferDecision {
    /** The leader steps down for the target. The change of leader follows if the target acquires. */
    ACCEPTED,
    /** The leader continues to lead. */
    REFUSED;

    /** Returns the lower-case name used in JSON. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
