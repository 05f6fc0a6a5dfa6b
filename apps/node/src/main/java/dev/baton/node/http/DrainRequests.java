package dev.baton.node.http;

import java.time.Duration;
import java.util.Optional;

/**
 * Passes requests to drain on to the supervisor of the node. Callers hold the monitor of this object while they change the
 * role of the node and call it, so that both see requests in the same order.
 */
@FunctionalInterface
public interface DrainRequests {

    /**
     * Drains the node, or changes how long a drain may take from now on.
     *
     * @param grace if empty, the default of the node
     * @param standby whether the node does not lead; it is kept from leading then
     */
    void drain(Optional<Duration> grace, boolean standby);

    /** Cancels a drain. Returns false if it is over, or if the node stops. */
    default boolean cancel() {
        return true;
    }

    /** Returns the URL of another node, if it is known. */
    default Optional<String> urlOf(String nodeId) {
        return Optional.empty();
    }
}
