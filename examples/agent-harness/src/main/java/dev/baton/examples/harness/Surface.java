package dev.baton.examples.harness;

import java.util.Optional;

/** A way to act under the shared key, with its own gate and its own frame types. */
enum Surface {
    /** Answers an event. */
    DISPATCH("dispatch", "reply", "answered"),
    /** Acknowledges an event when it is queued, before it is answered. */
    REACTION("reaction", "reaction", "reacted"),
    /** Prompts the agent at a fixed interval, without an event. */
    HEARTBEAT("heartbeat", "heartbeat", "prompted");

    private final String gate;
    private final String requestType;
    private final String broadcastType;

    Surface(String gate, String requestType, String broadcastType) {
        this.gate = gate;
        this.requestType = requestType;
        this.broadcastType = broadcastType;
    }

    /** Returns the name of its gate. */
    String gate() {
        return gate;
    }

    /** Returns the type of the frame that a harness sends to the relay. */
    String requestType() {
        return requestType;
    }

    /** Returns the type of the frame that the relay broadcasts. */
    String broadcastType() {
        return broadcastType;
    }

    static Optional<Surface> ofRequest(String type) {
        for (Surface surface : values()) {
            if (surface.requestType.equals(type)) {
                return Optional.of(surface);
            }
        }
        return Optional.empty();
    }

    static Optional<Surface> ofBroadcast(String type) {
        for (Surface surface : values()) {
            if (surface.broadcastType.equals(type)) {
                return Optional.of(surface);
            }
        }
        return Optional.empty();
    }
}
