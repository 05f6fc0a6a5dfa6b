package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.ClusterKey;
import java.util.Map;

/**
 * Who this member is on the network.
 *
 * @param listen HOST:PORT to listen on; port 0 for any
 * @param advertise HOST:PORT that peers connect to; empty: where it listens
 * @param peers where the others listen, by name
 */
public record TcpSettings(
        String self, long incarnation, String listen, String advertise, Map<String, String> peers, ClusterKey key) {
    public TcpSettings {
        peers = Map.copyOf(peers);
    }
}
