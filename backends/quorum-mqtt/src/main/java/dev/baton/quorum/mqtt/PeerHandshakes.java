package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
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
 * Authenticates the other processes of the group. Two processes exchange greetings until each has proved that it
 * receives the other one now. Then each direction has a key, made of the random numbers of both, so that a frame is
 * rejected if it was recorded earlier, retained by the broker or sent to another process.
 */
final class PeerHandshakes {
    private static final int MAX_PEERS = 1_000;
    private static final long SILENCE_NANOS = 10_000_000_000L;

    private final MqttSettings settings;
    private final GroupTopics topics;
    private final ProcessIdentity self = ProcessIdentity.current();
    private final ProcessEvidence evidence = ProcessEvidence.ofThisMachine();
    final Nonce nonce = Nonce.random();
    private final Map<String, MqttPeer> peers = new TreeMap<>();
    private long lastNumber;

    PeerHandshakes(MqttSettings settings) {
        this.settings = settings;
        this.topics = new GroupTopics(settings.group());
    }

    @Nullable
    MqttPeer get(String name) {
        return peers.get(name);
    }

    Optional<MqttPeer> connected(String name) {
        return Optional.ofNullable(peers.get(name)).filter(peer -> peer.connected);
    }

    Collection<MqttPeer> all() {
        return List.copyOf(peers.values());
    }

    Set<String> connectedMembers() {
        return peers.values().stream()
                .filter(peer -> peer.connected && !peer.client)
                .map(peer -> peer.name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the greeting of this process to all others. */
    byte[] greeting() {
        return sealed(true, Optional.empty(), Greeting.HELLO);
    }

    /** Returns the message that the broker publishes when the connection of this process has ended. */
    byte[] will() {
        return sealed(false, Optional.empty(), Greeting.GONE);
    }

    private byte[] sealed(boolean asks, Optional<Greeting.Echo> echo, String purpose) {
        return new Greeting(settings.client(), settings.self(), settings.incarnation(), nonce, self, asks, echo)
                .seal(settings.key(), settings.group(), purpose);
    }

    /** Handles a greeting, and answers it if the other side needs that. */
    void greetingReceived(byte[] payload, BrokerConnection broker, MemberTransport.Handler handler, long now) {
        Greeting greeting = Greeting.open(payload, settings.key(), settings.group(), Greeting.HELLO);
        if (greeting.from().equals(settings.self())) {
            if (!greeting.nonce().equals(nonce)) {
                throw new MalformedMessageException(
                        "another process uses the name " + settings.self() + "; give every member a different name");
            }
            return;
        }
        if (settings.client() && greeting.client()) {
            return;
        }
        MqttPeer peer = peerOf(greeting, now);
        if (peer == null) {
            return;
        }
        boolean isEcho = greeting.echo()
                .filter(new Greeting.Echo(settings.self(), nonce)::equals)
                .isPresent();
        boolean connected = peer.connected || isEcho;
        boolean isNew = !greeting.nonce().equals(peer.answered);
        boolean isUnanswered = greeting.echo().isEmpty() ? !connected : greeting.asks() && isEcho;
        if (isNew || isUnanswered) {
            // Before any frame: the other side can read frames only after this answer.
            peer.answered = greeting.nonce();
            Greeting.Echo echo = new Greeting.Echo(greeting.from(), greeting.nonce());
            broker.publish(topics.greetingsTo(greeting.from()), sealed(!connected, Optional.of(echo), Greeting.HELLO));
        }
        if (isEcho) {
            authenticated(peer, greeting, handler, now);
        }
    }

    private @Nullable MqttPeer peerOf(Greeting greeting, long now) {
        MqttPeer peer = peers.get(greeting.from());
        if (peer == null && peers.size() < MAX_PEERS) {
            peer = new MqttPeer(greeting.from(), ++lastNumber);
            peers.put(greeting.from(), peer);
        }
        if (peer != null && peer.connected && isOfSameProcess(peer.authenticated, greeting)) {
            peer.receivedAt = now;
        }
        return peer;
    }

    private static boolean isOfSameProcess(@Nullable Greeting known, Greeting greeting) {
        return known != null && known.nonce().equals(greeting.nonce());
    }

    private void authenticated(MqttPeer peer, Greeting greeting, MemberTransport.Handler handler, long now) {
        Greeting before = peer.authenticated;
        if (before != null && before.incarnation() > greeting.incarnation()) {
            return;
        }
        if (!isOfSameProcess(before, greeting)) {
            peer.outgoing = new MqttFrameAuthenticator(
                    settings.key(), settings.group(), settings.self(), nonce, peer.name, greeting.nonce());
            peer.incoming = new MqttFrameAuthenticator(
                    settings.key(), settings.group(), peer.name, greeting.nonce(), settings.self(), nonce);
            peer.takeUnsent();
        }
        peer.client = greeting.client();
        peer.authenticated = greeting;
        peer.receivedAt = now;
        peer.stopChecks();
        if (!peer.connected) {
            peer.connected = true;
            if (!peer.client) {
                handler.peerConnected(peer.name);
            }
        }
    }

    /** Handles a will: a connection has ended. If the process ran on this machine, the kernel knows whether it has too. */
    void willReceived(byte[] payload, MemberTransport.Handler handler, long now) {
        Greeting will = Greeting.open(payload, settings.key(), settings.group(), Greeting.GONE);
        MqttPeer peer = peers.get(will.from());
        Greeting last = peer == null ? null : peer.authenticated;
        if (peer == null || last == null || !isOfSameProcess(last, will)) {
            return;
        }
        disconnected(peer, handler);
        if (peer.client) {
            peers.remove(peer.name);
        } else if (self.sharesPidsWith(last.process())) {
            peer.startChecks(now);
        } else {
            handler.peerEnded(peer.name, last.incarnation(), false);
        }
    }

    /** Checks the processes whose connections ended, and disconnects peers that have been silent for too long. */
    void check(MemberTransport.Handler handler, long now) {
        for (MqttPeer peer : all()) {
            Greeting last = peer.authenticated;
            if (last != null && peer.hasProvablyEnded(evidence, now)) {
                handler.peerEnded(peer.name, last.incarnation(), true);
            }
            if (peer.connected && now - peer.receivedAt > SILENCE_NANOS) {
                disconnected(peer, handler);
            }
        }
    }

    /** Returns the time of the next check of a process. */
    long nextCheckAt() {
        return peers.values().stream().mapToLong(MqttPeer::nextCheckAt).min().orElse(Long.MAX_VALUE);
    }

    private static void disconnected(MqttPeer peer, MemberTransport.Handler handler) {
        peer.connected = false;
        peer.answered = null;
        if (peer.client) {
            handler.clientDisconnected(peer.number);
        }
    }

    /** Disconnects all peers, because this process has lost its broker. */
    void brokerLost(MemberTransport.Handler handler) {
        all().stream().filter(peer -> peer.connected).forEach(peer -> disconnected(peer, handler));
    }
}
