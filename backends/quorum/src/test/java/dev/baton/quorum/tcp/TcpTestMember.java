package dev.baton.quorum.tcp;

import dev.baton.quorum.step.AnnouncedTiming;
import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MemberHello;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.support.process.ProcessIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A TCP transport that records its events and runs on the thread of the test. */
final class TcpTestMember implements MemberTransport.Handler {
    static final ClusterKey KEY = key("the key that all members have");
    final TcpTransport transport;
    final String id;
    final List<String> events = new ArrayList<>();
    final List<MemberHello> introduced = new ArrayList<>();
    String objection = "";

    TcpTestMember(String id, long incarnation, ClusterKey key, String listen, Map<String, String> peers) {
        this.id = id;
        try {
            transport = new TcpTransport(
                    new TcpSettings(id, incarnation, listen, "", peers, Optional.empty(), key, Optional.empty()));
            transport.introduce(() -> hello(incarnation).toNote(), Duration.ofMillis(300));
            transport.open(this);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static MemberHello hello(long incarnation) {
        return new MemberHello(
                -5,
                incarnation,
                0,
                2,
                new AnnouncedTiming(Duration.ofMillis(200), Duration.ofSeconds(2)),
                0.005,
                "members",
                0,
                0,
                true,
                new ProcessIdentity("boot", 3, 4, 5),
                true);
    }

    static ClusterKey key(String text) {
        return ClusterKey.of(text.getBytes(StandardCharsets.UTF_8));
    }

    String address() {
        return "127.0.0.1:" + transport.port();
    }

    void sendVote(String to, long term) {
        transport.send(new Envelope(id, to, "e", 0, new ConfigId(0, 0, 0), new PeerMessage.VoteGrant(term, id)));
        transport.flush();
    }

    /** Runs all members until the condition is true. */
    static void run(BooleanSupplier condition, TcpTestMember... members) {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                StringBuilder all = new StringBuilder();
                for (TcpTestMember member : members) {
                    all.append(member.id).append(member.events).append(member.transport.traffic());
                }
                throw new AssertionError("condition not true within 30 s: " + all);
            }
            try {
                for (TcpTestMember member : members) {
                    member.transport.poll(System.nanoTime() + 2_000_000);
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    @Override
    public void messageReceived(Envelope envelope) {
        events.add(envelope.from() + "#" + envelope.incarnation() + " term "
                + envelope.message().term());
    }

    @Override
    public void noteReceived(String peer, String note) {
        events.add(peer + " note " + note);
    }

    @Override
    public void requestReceived(long client, String note) {
        events.add("request " + note);
        transport.reply(client, "response to " + note);
    }

    @Override
    public void clientDisconnected(long client) {
        events.add("client disconnected");
    }

    @Override
    public void peerConnected(String peer) {
        events.add("connected " + peer);
    }

    @Override
    public Optional<String> objection(String peer, long incarnation, MemberHello hello) {
        return Optional.of(objection).filter(reason -> !reason.isEmpty());
    }

    @Override
    public void peerIntroduced(String peer, long incarnation, MemberHello hello) {
        introduced.add(hello);
    }

    @Override
    public void peerDisconnected(String peer, long incarnation) {
        events.add("disconnected " + peer + "#" + incarnation);
    }
}
