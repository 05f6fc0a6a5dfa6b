package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ClusterKey;

/**
 * The settings of an MQTT transport.
 *
 * @param client whether this process is a client and not a member
 * @param json whether it writes messages as JSON; it reads both forms
 */
record MqttSettings(
        BrokerAccess access,
        String group,
        String self,
        long incarnation,
        ClusterKey key,
        boolean client,
        boolean json) {}
