package dev.baton.quorum.mqtt;

/** What the broker's side brings to the member's thread. */
sealed interface BrokerMessage {

    /** The broker is connected and delivers from now on. */
    record Connected() implements BrokerMessage {}

    /** The broker is not connected any more. */
    record Disconnected() implements BrokerMessage {}

    /** Nothing came: somebody wants the thread. */
    record WakeUp() implements BrokerMessage {}

    /** Somebody published this. */
    final class Published implements BrokerMessage {
        private final String topic;
        private final byte[] payload;

        Published(String topic, byte[] payload) {
            this.topic = topic;
            this.payload = payload;
        }

        String topic() {
            return topic;
        }

        /** Its bytes; nobody changes them. */
        byte[] payload() {
            return payload;
        }
    }
}
