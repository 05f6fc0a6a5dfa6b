package dev.baton.examples.harness;

import java.util.Optional;

/** One of the ways to act under the shared key. Each has one gate in the harness and one name on the wire. */
enum Surface {
    /** Answers an event. */
    DISPATCH("dispatch", "reply", "answered"),
    /** Acknowledges an event when it is queued, before anybody answers it. */
    REACTION("reaction", "reaction", "reacted"),
    /** Prompts the agent without an event. */
    HEARTBEAT("heartbeat", "heartbeat", "prompted");

    private final String gate;
    private final String asked;
    private final String told;

    Surface(String gate, String asked, String told) {
        this.gate = gate;
        this.asked = asked;
        this.told = told;
    }

    /** The name of its gate. */
    String gate() {
        return gate;
    }

    /** The type of the frame in which a harness acts. */
    String asked() {
        return asked;
    }

    /** The type of the frame in which the relay tells everyone. */
    String told() {
        return told;
    }

    static Optional<Surface> asking(String type) {
        for (Surface surface : values()) {
            if (surface.asked.equals(type)) {
                return Optional.of(surface);
            }
        }
        return Optional.empty();
    }

    static Optional<Surface> telling(String type) {
        for (Surface surface : values()) {
            if (surface.told.equals(type)) {
                return Optional.of(surface);
            }
        }
        return Optional.empty();
    }
}
