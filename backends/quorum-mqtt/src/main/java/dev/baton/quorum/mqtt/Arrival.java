package dev.baton.quorum.mqtt;

/** What the broker's side brings to the member's thread. */
sealed interface Arrival {

    /** The broker is connected and delivers from now on. */
    record Connected() implements Arrival {}

    /** The broker is not connected any more. */
    record Disconnected() implements Arrival {}

    /** Somebody published this. */
    record Published(String topic, byte[] payload) implements Arrival {}

    /** Nothing came: somebody wants the thread. */
    record WakeUp() implements Arrival {}
}
