package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.ClusterKey;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The settings of a member's TCP transport.
 *
 * @param incarnation the number of this start of the member
 * @param listen HOST:PORT to listen on; port 0 for any
 * @param advertise HOST:PORT to which peers connect; empty to use {@code listen}
 * @param peers the configured addresses of the peers, by name; empty for a peer that only {@code lookup} knows
 * @param lookup returns further addresses, by name; may block. Empty if all addresses are configured
 * @param tls the certificates; empty for connections without TLS
 */
public record TcpSettings(
        String self,
        long incarnation,
        String listen,
        String advertise,
        Map<String, String> peers,
        Optional<Supplier<Map<String, String>>> lookup,
        ClusterKey key,
        Optional<MemberTls> tls) {
    public TcpSettings {
        peers = Map.copyOf(peers);
    }

    ConnectionIo io(SocketChannel channel, boolean dialled) throws IOException {
        return tls.isPresent() ? tls.get().io(channel, dialled) : ConnectionIo.plain(channel);
    }
}
