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
import java.util.function.BooleanSupplier;

/** A member on the network that hears, driven by the thread of the test. */
final class TcpPair implements MemberTransport.Ears {
    static final ClusterKey KEY = key("the key that all members have");
    final TcpTransport transport;
    final String id;
    final List<String> heard = new ArrayList<>();

    TcpPair(String id, long incarnation, ClusterKey key, String listen, Map<String, String> peers) {
        this.id = id;
        try {
            transport = new TcpTransport(new TcpSettings(id, incarnation, listen, "", peers, key));
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

    void say(String to, long term) {
        transport.send(new Envelope(id, to, "e", 0, new ConfigId(0, 0, 0), new PeerMessage.VoteGrant(term, id)));
        transport.flush();
    }

    /** Lets all of them run until the condition holds. */
    static void run(BooleanSupplier condition, TcpPair... members) {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                StringBuilder all = new StringBuilder();
                for (TcpPair member : members) {
                    all.append(member.id).append(member.heard).append(member.transport.traffic());
                }
                throw new AssertionError("not within 30 s: " + all);
            }
            try {
                for (TcpPair member : members) {
                    member.transport.await(System.nanoTime() + 2_000_000);
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    @Override
    public void received(Envelope envelope) {
        heard.add(envelope.from() + "#" + envelope.incarnation() + " says "
                + envelope.message().term());
    }

    @Override
    public void noted(String peer, String note) {
        heard.add(peer + " notes " + note);
    }

    @Override
    public void asked(long client, String note) {
        heard.add("a client asks " + note);
        transport.answer(client, "you asked " + note);
    }

    @Override
    public void left(long client) {
        heard.add("a client left");
    }

    @Override
    public void linked(String peer) {
        heard.add("linked " + peer);
    }

    @Override
    public void gone(String peer, long incarnation, boolean loopback) {
        heard.add("gone " + peer + "#" + incarnation + (loopback ? " loopback" : ""));
    }
}
