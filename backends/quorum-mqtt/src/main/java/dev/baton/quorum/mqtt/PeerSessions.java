package dev.baton.quorum.mqtt;

import dev.baton.quorum.step.Membership;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberHello;
import dev.baton.quorum.wire.PresenceNotes;
import dev.baton.quorum.wire.RejectionCause;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sessions with other members, and their admission. A second process with the name of a member is refused while the
 * first one answers. Used only by the member's thread.
 */
final class PeerSessions {
    private static final int MAX_MEMBERS = 4 * Membership.MAX_MEMBERS;

    private final MqttTransport transport;
    private final boolean observes;
    private final Map<String, MqttPeer> peers = new TreeMap<>();
    private long answerWithin = Duration.ofSeconds(1).toNanos();

    /** @param observes whether this process is a client, which accepts members without introduction */
    PeerSessions(MqttTransport transport, boolean observes) {
        this.transport = transport;
        this.observes = observes;
    }

    void answerWithin(Duration patience) {
        answerWithin = patience.toNanos();
    }

    @Nullable
    MqttPeer get(String name) {
        return peers.get(name);
    }

    /** Returns the session of the accepted process; null if there is none. */
    @Nullable
    MqttSession open(String name) {
        MqttPeer peer = peers.get(name);
        return peer == null ? null : peer.open;
    }

    Collection<MqttPeer> all() {
        return List.copyOf(peers.values());
    }

    Set<String> connected() {
        return peers.values().stream()
                .filter(peer -> peer.open != null)
                .map(peer -> peer.name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns whether this connection needs no handshake: it has a session, or was refused. */
    boolean knows(String name, Nonce connection) {
        MqttPeer peer = peers.get(name);
        return peer != null
                && (peer.refused.equals(connection)
                        || isOf(peer.open, connection)
                        || isOf(peer.challenger, connection));
    }

    private static boolean isOf(@Nullable MqttSession session, Nonce connection) {
        return session != null && session.connection.equals(connection);
    }

    /** A process has proved that it is present under the name of a member. */
    void proved(MqttSession session, String introduction, long now) {
        MqttPeer peer = peerOf(session.name);
        Optional<MemberHello> hello = observes ? Optional.empty() : MemberHello.in(introduction);
        MalformedMessageException.require(
                observes
                        || hello.filter(about -> about.incarnation() == session.incarnation)
                                .isPresent(),
                "a member without introduction, or with that of another process");
        Optional<String> objection =
                hello.flatMap(about -> transport.handler().objection(peer.name, session.incarnation, about));
        MqttSession open = peer.open;
        if (objection.isPresent()) {
            refuse(peer, session, objection.get());
        } else if (open == null || open.incarnation == session.incarnation) {
            use(peer, session, hello);
        } else if (peer.challenger == null) {
            peer.challenger = session;
            peer.challengerHello = hello;
            peer.challengeEndsAt = now + answerWithin;
            transport.sendNote(open, PresenceNotes.QUESTION);
        }
    }

    private MqttPeer peerOf(String name) {
        if (!peers.containsKey(name) && peers.size() >= MAX_MEMBERS) {
            peers.values().removeIf(peer -> peer.open == null && peer.challenger == null);
            MalformedMessageException.require(peers.size() < MAX_MEMBERS, "too many members");
        }
        return peers.computeIfAbsent(name, MqttPeer::new);
    }

    private void refuse(MqttPeer peer, MqttSession session, String reason) {
        peer.refused = session.connection;
        transport.reject(RejectionCause.MISTAKEN, peer.name, reason);
        transport.sendNote(
                session, Json.write(new JsonObject().with("note", "refused").with("reason", reason)));
    }

    private void use(MqttPeer peer, MqttSession session, Optional<MemberHello> hello) {
        MqttSession former = peer.open;
        peer.open = session;
        peer.refused = Nonce.NONE;
        peer.unsent.clear();
        if (former != null && former.incarnation != session.incarnation) {
            transport.handler().peerDisconnected(peer.name, former.incarnation);
        }
        hello.ifPresent(about -> transport.handler().peerIntroduced(peer.name, session.incarnation, about));
        transport.handler().peerConnected(peer.name);
    }

    /** The accepted process has answered, so that another one with its name is refused. */
    void present(String name) {
        MqttPeer peer = peers.get(name);
        MqttSession challenger = peer == null ? null : peer.challenger;
        if (peer != null && challenger != null) {
            peer.forgetChallenger();
            refuse(
                    peer,
                    challenger,
                    "another process with the name " + name
                            + " is running; give every process its own name and its own state folder");
        }
    }

    /** The broker reports that a connection has ended. This says nothing about its process. */
    void gone(String name, Nonce connection) {
        MqttPeer peer = peers.get(name);
        if (peer == null) {
            return;
        }
        if (isOf(peer.challenger, connection)) {
            peer.forgetChallenger();
        }
        if (isOf(peer.open, connection)) {
            close(peer);
        }
    }

    private void close(MqttPeer peer) {
        MqttSession former = peer.open;
        MqttSession challenger = peer.challenger;
        Optional<MemberHello> hello = peer.challengerHello;
        peer.open = null;
        peer.refused = Nonce.NONE;
        peer.unsent.clear();
        peer.forgetChallenger();
        if (former != null) {
            transport.handler().peerDisconnected(peer.name, former.incarnation);
        }
        if (challenger != null) {
            use(peer, challenger, hello);
        }
    }

    /** Ends all sessions, because this process has lost its broker. */
    void closeAll() {
        for (MqttPeer peer : all()) {
            peer.forgetChallenger();
            close(peer);
        }
    }

    /** Ends silent sessions, keeps the others alive, and admits processes whose predecessor has not answered. */
    void check(long now) {
        for (MqttPeer peer : all()) {
            MqttSession open = peer.open;
            boolean isOverdue = now >= peer.challengeEndsAt;
            if (open != null && (isOverdue || open.isSilent(now))) {
                close(peer);
            } else if (open != null && open.needsKeepAlive(now)) {
                transport.sendNote(open, PresenceNotes.KEEP_ALIVE);
            }
        }
    }

    /** Returns when to call {@link #check} again. */
    long nextCheckAt() {
        long next = Long.MAX_VALUE;
        for (MqttPeer peer : peers.values()) {
            MqttSession open = peer.open;
            next = Math.min(next, open == null ? Long.MAX_VALUE : open.nextCheckAt());
            next = Math.min(next, peer.challengeEndsAt);
        }
        return next;
    }
}
