package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.tcp.ClientConnection;
import dev.baton.quorum.tcp.MemberTls;
import dev.baton.quorum.tcp.TcpSettings;
import dev.baton.quorum.tcp.TcpTransport;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Opens {@code quorum:} URLs. */
public final class QuorumBackendProvider implements BackendProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("quorum");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        QuorumUrl parsed = QuorumUrl.parse(url);
        String place = parsed.isObserver()
                ? "quorum://?peers="
                        + String.join(",", new TreeSet<>(parsed.peers().keySet()))
                : "quorum://" + parsed.self() + "@" + parsed.listen();
        if (parsed.off()) {
            return GroupAccess.switchedOff(place, parsed.settings());
        }
        ClusterKey key = ClusterKey.in(parsed.keyFile());
        Optional<MemberTls> tls = parsed.tls().open().map(MemberTls::new);
        if (parsed.isObserver()) {
            return GroupAccess.observe(
                    place,
                    parsed.settings(),
                    parsed.peers().keySet(),
                    (client, member) -> new ClientConnection(
                            client, member, String.valueOf(parsed.peers().get(member)), key, tls));
        }
        Set<String> founders = new TreeSet<>(parsed.peers().keySet());
        founders.add(parsed.self());
        return GroupAccess.join(
                new MemberSettings(
                        parsed.self(),
                        place,
                        parsed,
                        parsed.state(),
                        founders,
                        parsed.settings(),
                        incarnation -> new TcpTransport(new TcpSettings(
                                parsed.self(),
                                incarnation,
                                parsed.listen(),
                                parsed.advertise(),
                                parsed.peers(),
                                key,
                                tls))),
                clock);
    }
}
