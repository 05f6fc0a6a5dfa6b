package dev.baton.quorum.tcp;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MemberTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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

    TcpTestMember(String id, long incarnation, ClusterKey key, String listen, Map<String, String> peers) {
        this.id = id;
        try {
            transport = new TcpTransport(new TcpSettings(id, incarnation, listen, "", peers, key, Optional.empty()));
            transport.open(this);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
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
    public void peerEnded(String peer, long incarnation, boolean loopback) {
        events.add("ended " + peer + "#" + incarnation + (loopback ? " loopback" : ""));
    }
}
