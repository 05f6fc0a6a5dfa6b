package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.ClusterKey;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Optional;

/**
 * Who this member is on the network.
 *
 * @param listen HOST:PORT to listen on; port 0 for any
 * @param advertise HOST:PORT that peers connect to; empty: where it listens
 * @param tls the certificates, when connections are to be encrypted
 * @param peers where the others listen, by name
 */
public record TcpSettings(
        String self,
        long incarnation,
        String listen,
        String advertise,
        Map<String, String> peers,
        ClusterKey key,
        Optional<MemberTls> tls) {
    public TcpSettings {
        peers = Map.copyOf(peers);
    }

    /** Without encryption. */
    public TcpSettings(
            String self, long incarnation, String listen, String advertise, Map<String, String> peers, ClusterKey key) {
        this(self, incarnation, listen, advertise, peers, key, Optional.empty());
    }

    ConnectionIo pipe(SocketChannel channel, boolean dialled) throws IOException {
        return tls.isPresent() ? tls.get().pipe(channel, dialled) : ConnectionIo.bare(channel);
    }
}
