package dev.baton.examples.harness;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** A way to act under the shared key, with its own gate and its own frame types. */
enum Surface {
    /** Answers an event. */
    DISPATCH("reply", "answered"),
    /** Acknowledges an event when it is queued, before it is answered. */
    REACTION("reaction", "reacted"),
    /** Prompts the agent at a fixed interval, without an event. */
    HEARTBEAT("heartbeat", "prompted");

    private final String requestType;
    private final String broadcastType;

    Surface(String requestType, String broadcastType) {
        this.requestType = requestType;
        this.broadcastType = broadcastType;
    }

    /** Returns the name of its gate. */
    String gate() {
        return name().toLowerCase(Locale.ROOT);
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
        return first(surface -> surface.requestType.equals(type));
    }

    static Optional<Surface> ofBroadcast(String type) {
        return first(surface -> surface.broadcastType.equals(type));
    }

    private static Optional<Surface> first(Predicate<Surface> matching) {
        return Arrays.stream(values()).filter(matching).findFirst();
    }
}
