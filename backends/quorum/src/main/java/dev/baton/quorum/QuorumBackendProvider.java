package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.tcp.ClientConnection;
import dev.baton.quorum.tcp.MemberTls;
import dev.baton.quorum.tcp.TcpSettings;
import dev.baton.quorum.tcp.TcpTransport;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.io.IOException;
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
        Optional<PeerRegistry> registry = PeerRegistries.open(url.registry());
        if (url.isObserver()) {
            return observe(url, location, registry, key, tls);
        }
        Set<String> sought = Set.copyOf(founders);
        founders.add(url.self());
        MemberSettings.TransportFactory transport = incarnation -> new TcpTransport(new TcpSettings(
                url.self(),
                incarnation,
                url.listen(),
                url.advertise(),
                url.peers(),
                registry.map(source -> () -> source.addresses(sought)),
                key,
                tls));
        return GroupAccess.join(
                new MemberSettings(url.self(), location, url, url.state(), founders, url.timing(), transport), clock);
    }

    private static Backend observe(
            QuorumUrl url, String location, Optional<PeerRegistry> registry, ClusterKey key, Optional<MemberTls> tls) {
        PeerRegistry source = registry.orElseGet(() -> PeerRegistry.of(url.peers()));
        return GroupAccess.observe(
                location,
                url.timing(),
                () -> source.order(url.peers().keySet()),
                (client, member) -> new ClientConnection(client, member, addressOf(member, url, source), key, tls));
    }

    private static String addressOf(String member, QuorumUrl url, PeerRegistry source) throws IOException {
        String configured = url.peers().getOrDefault(member, "");
        String address = configured.isEmpty() ? source.addresses(Set.of(member)).getOrDefault(member, "") : configured;
        if (address.isEmpty()) {
            throw new IOException("the registry knows no address");
        }
        return address;
    }
}
