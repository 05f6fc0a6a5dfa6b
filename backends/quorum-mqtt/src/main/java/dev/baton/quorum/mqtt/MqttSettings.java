package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ClusterKey;

/**
 * Who this process is on the broker.
 *
 * @param client whether it only asks
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
