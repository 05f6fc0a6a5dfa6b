package dev.baton;

import java.util.Locale;

/**
 * What a leader decided about a transfer request.
 *
 * <pre>{@code
 * if (result.decision() != TransferDecision.ACCEPTED) {
 *     log.warn("transfer refused: {}", result.reason());
 * }
 * }</pre>
 */
public enum TransferDecision {
    /** The leader steps down for the target. The change of leader follows if the target acquires. */
    ACCEPTED,
    /** The leader continues to lead, because the target is absent or unhealthy. */
    REFUSED,
    /**
     * The leader continues to lead, because the target cannot lead next: a candidate of another program is in front of it
     * in the queue of etcd or ZooKeeper. A transfer succeeds after that one has led, or left.
     */
    BLOCKED;

    /** Returns the lower-case name used in JSON. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
