package dev.baton.seams;

import java.util.List;

/** Bugs planted in the transport over an MQTT broker, which is not trusted. */
final class MqttMutants {
    private static final String CONNECTION = "dev.baton.quorum.mqtt.BrokerConnectionTest";
    private static final String HANDSHAKE = "dev.baton.quorum.mqtt.HandshakeTest";
    private static final String MEMBERS = "dev.baton.quorum.mqtt.MqttMembersTest";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "MQTT_PACKETS_UNLIMITED",
                    "the broker may send messages of any length",
                    List.of(mqtt("BrokerConnection", "                .maximumPacketSize(MAX_PACKET)\n", "")),
                    CONNECTION,
                    "brokerIsToldToSendNoMessageThatIsLongerThanOfAMember"),
            new SeamMutant(
                    "MQTT_QUEUE_UNBOUNDED",
                    "messages are queued without a limit of their bytes",
                    List.of(mqtt("BrokerEventQueue", "bytes.get() + payload.length > MAX_BYTES", "bytes.get() < 0")),
                    CONNECTION,
                    "queueIsBoundedInMessagesAndBytesAndKeepsChangesOfTheConnection"),
            new SeamMutant(
                    "MQTT_RETAINED_DELIVERED",
                    "a member receives what the broker has retained",
                    List.of(
                            mqtt(
                                    "BrokerConnection",
                                    "                        .retainHandling(Mqtt5RetainHandling.DO_NOT_SEND)\n",
                                    ""),
                            mqtt("BrokerConnection", "!publish.isRetain() && ", "")),
                    "dev.baton.quorum.mqtt.MqttTransportTest",
                    "rejectsReplayedRetainedAndForgedMessagesWithoutChangeOfLeader"),
            new SeamMutant(
                    "MQTT_HANDSHAKES_UNBOUNDED",
                    "names that prove nothing are kept without a limit",
                    List.of(mqtt("PendingHandshakes", "return size() > CAPACITY;", "return size() < 0;")),
                    HANDSHAKE,
                    "unprovedNamesAreBoundedAndTheOldestIsDisplaced"),
            new SeamMutant(
                    "MQTT_CHALLENGE_COUNTS_TWICE",
                    "the answer to one challenge counts again",
                    List.of(mqtt(
                            "PendingHandshakes",
                            "        byName.remove(name);\n        return pending;",
                            "        return pending;")),
                    HANDSHAKE,
                    "unprovedNamesAreBoundedAndTheOldestIsDisplaced"),
            new SeamMutant(
                    "MQTT_ANY_ECHO_PROVES",
                    "a recorded answer proves that a process is present",
                    List.of(mqtt("PendingHandshakes", "!pending.own().equals(echo) || ", "")),
                    HANDSHAKE,
                    "recordedMessagesProveNothing"),
            new SeamMutant(
                    "MQTT_WILL_OF_ANY_CONNECTION",
                    "the recorded will of an earlier connection ends the present one",
                    List.of(mqtt("PeerSessions", "if (isOf(peer.open, connection)) {", "if (peer.open != null) {")),
                    MEMBERS,
                    "recordedWillDoesNotDisconnectTheNextConnection"));

    private MqttMutants() {}

    private static SourceEdit mqtt(String source, String original, String replacement) {
        return new SourceEdit(
                "backends/quorum-mqtt", "dev/baton/quorum/mqtt/" + source + ".java", original, replacement);
    }
}
