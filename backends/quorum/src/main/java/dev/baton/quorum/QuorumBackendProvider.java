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
    public Backend open(String text, BatonClock clock) {
        QuorumUrl url = QuorumUrl.parse(text);
        Set<String> founders = new TreeSet<>(url.peers().keySet());
        String location = url.isObserver()
                ? "quorum://?peers=" + String.join(",", founders)
                : "quorum://" + url.self() + "@" + url.listen();
        if (url.disabled()) {
            return GroupAccess.disabled(location, url.timing());
        }
        ClusterKey key = ClusterKey.in(url.keyFile());
        Optional<MemberTls> tls = url.tls().read().map(MemberTls::new);
        if (url.isObserver()) {
            return GroupAccess.observe(
                    location,
                    url.timing(),
                    founders,
                    (client, member) -> new ClientConnection(
                            client, member, String.valueOf(url.peers().get(member)), key, tls));
        }
        founders.add(url.self());
        MemberSettings.TransportFactory transport = incarnation -> new TcpTransport(
                new TcpSettings(url.self(), incarnation, url.listen(), url.advertise(), url.peers(), key, tls));
        return GroupAccess.join(
                new MemberSettings(url.self(), location, url, url.state(), founders, url.timing(), transport), clock);
    }
}
