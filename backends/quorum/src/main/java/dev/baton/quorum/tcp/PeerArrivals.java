package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberHello;
import dev.baton.quorum.wire.PresenceNotes;
import dev.baton.quorum.wire.RejectionCause;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Admits the authenticated connections of peers. The first frame of a connection introduces the peer. A second process
 * with the name of a connected peer is refused while the first one answers on its connection.
 */
final class PeerArrivals {
    private static final long INTRODUCTION_TIMEOUT = 500_000_000;

    private final TcpTransport transport;
    private final PeerDirectory peers;
    /** The connections whose first frame has not arrived, and until when it is awaited. */
    private final Map<PeerConnection, Long> silent = new HashMap<>();
    /** The introductions of processes that wait for the answer to a challenge. */
    private final Map<PeerConnection, MemberHello> waiting = new HashMap<>();

    private Supplier<String> introduction = () -> "";
    private long answerWithin = Duration.ofSeconds(1).toNanos();

    PeerArrivals(TcpTransport transport, PeerDirectory peers) {
        this.transport = transport;
        this.peers = peers;
    }

    void introduce(Supplier<String> hello, Duration patience) {
        introduction = hello;
        answerWithin = patience.toNanos();
    }

    /** Introduces this member on a new connection, and waits for the introduction of the peer. */
    void add(PeerConnection connection) {
        String hello = introduction.get();
        silent.put(connection, System.nanoTime() + INTRODUCTION_TIMEOUT);
        if (!hello.isEmpty()) {
            transport.sendNow(connection, hello);
        }
    }

    void remove(PeerConnection connection) {
        silent.remove(connection);
        waiting.remove(connection);
        TcpPeer peer = peers.of(connection);
        if (peer != null && peer.challenger == connection) {
            peer.challenger = null;
            peer.challengeEndsAt = TcpPeer.NEVER;
        }
    }

    /** Admits connections that waited long enough, and returns when to call this again. */
    long run(long now) {
        List<PeerConnection> late = new ArrayList<>();
        silent.forEach((connection, until) -> {
            if (now >= until) {
                late.add(connection);
            }
        });
        late.forEach(connection -> admit(connection, Optional.empty())); // Version 0.1 does not introduce itself.
        for (TcpPeer peer : List.copyOf(peers.all())) {
            PeerConnection challenger = peer.challenger;
            if (challenger != null && now >= peer.challengeEndsAt) {
                replaceBy(peer, challenger);
            }
        }
        long next = silent.values().stream().mapToLong(Long::longValue).min().orElse(TcpPeer.NEVER);
        for (TcpPeer peer : peers.all()) {
            next = Math.min(next, peer.challengeEndsAt);
        }
        return next;
    }

    /** Handles a frame that concerns the admission of its sender. Returns whether it needs no further handling. */
    boolean handle(PeerConnection connection, byte[] frame) {
        @Nullable
        String note =
                frame[0] == PeerDirectory.NOTE ? new String(frame, 1, frame.length - 1, StandardCharsets.UTF_8) : null;
        if (silent.containsKey(connection)) {
            Optional<MemberHello> hello = note == null ? Optional.empty() : MemberHello.in(note);
            long incarnation = connection.peer().incarnation();
            MalformedMessageException.require(
                    hello.isEmpty() || hello.get().incarnation() == incarnation, "hello of another process");
            admit(connection, hello);
            return hello.isPresent() || !isOpen(connection);
        }
        if (!isOpen(connection)) {
            return true; // It waits for the answer to a challenge; lost messages are repeated.
        }
        if (PresenceNotes.QUESTION.equals(note)) {
            transport.sendNow(connection, PresenceNotes.ANSWER);
            return true;
        }
        if (PresenceNotes.ANSWER.equals(note)) {
            TcpPeer peer = peers.of(connection);
            if (peer != null && peer.challenger != null) {
                refuse(
                        peer.challenger,
                        "another process with the name " + peer.id
                                + " is running; give every process its own name and its own state folder");
            }
            return true;
        }
        return false;
    }

    private boolean isOpen(PeerConnection connection) {
        TcpPeer peer = peers.of(connection);
        return peer != null && peer.open == connection;
    }

    private void admit(PeerConnection connection, Optional<MemberHello> hello) {
        silent.remove(connection);
        TcpPeer peer = peers.of(connection);
        if (peer == null) {
            transport.drop(connection);
            return;
        }
        long incarnation = connection.peer().incarnation();
        Optional<String> objection =
                hello.flatMap(introduced -> transport.handler().objection(peer.id, incarnation, introduced));
        PeerConnection open = peer.open;
        if (objection.isPresent()) {
            refuse(connection, objection.get());
        } else if (open == null) {
            transport.use(peer, connection, hello);
        } else if (open.peer().incarnation() != incarnation) {
            challenge(peer, open, connection, hello);
        } else if (peer.prefers(open, connection)) {
            transport.drop(connection);
        } else {
            transport.use(peer, connection, hello);
        }
    }

    private void challenge(TcpPeer peer, PeerConnection open, PeerConnection newcomer, Optional<MemberHello> hello) {
        if (peer.challenger != null) {
            transport.drop(newcomer);
            return;
        }
        peer.challenger = newcomer;
        peer.challengeEndsAt = System.nanoTime() + answerWithin;
        hello.ifPresent(introduced -> waiting.put(newcomer, introduced));
        transport.sendNow(open, PresenceNotes.QUESTION);
    }

    /** The open connection has ended, so that a waiting process takes its place. */
    void openConnectionLost(TcpPeer peer) {
        if (peer.challenger != null) {
            replaceBy(peer, peer.challenger);
        }
    }

    private void replaceBy(TcpPeer peer, PeerConnection challenger) {
        Optional<MemberHello> hello = Optional.ofNullable(waiting.get(challenger));
        remove(challenger);
        transport.use(peer, challenger, hello);
    }

    private void refuse(PeerConnection connection, String reason) {
        remove(connection);
        transport.sendNow(
                connection, Json.write(new JsonObject().with("note", "refused").with("reason", reason)));
        transport.reject(connection, RejectionCause.MISTAKEN, reason);
    }
}
