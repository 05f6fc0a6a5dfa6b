package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ClusterKey;
import java.util.Optional;

/**
 * The settings of an MQTT transport.
 *
 * @param target the member to connect to, for a client; empty for a member, which connects to all
 * @param format how messages are written
 */
record MqttSettings(
        BrokerAccess access,
        String group,
        String self,
        long incarnation,
        ClusterKey key,
        Optional<String> target,
        MessageFormat format) {

    /** Returns whether this process is a client and not a member. */
    boolean isClient() {
        return target.isPresent();
    }
}
