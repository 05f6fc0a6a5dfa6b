package dev.baton.quorum.mqtt;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.MessagePacket;
import dev.baton.quorum.wire.MessagePacketJson;
import dev.baton.quorum.wire.PresenceNotes;
import dev.baton.quorum.wire.RejectionCause;
import dev.baton.quorum.wire.TrafficCounter;
import dev.baton.quorum.wire.TrafficStats;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connects members through a broker. */
final class MqttTransport implements MemberTransport, BrokerEvents, PeerHandshakes.Owner {
    private static final long GREETING_INTERVAL_NANOS = 3_000_000_000L;
    private static final long SEEK_INTERVAL_NANOS = 300_000_000;
    private static final int MAX_CONTENT = 65_000;
    private static final int MAX_EVENTS_PER_POLL = 256;

    private final MqttSettings settings;
    private final GroupTopics topics;
    private final PeerHandshakes handshakes;
    private final PeerSessions members;
    private final ClientSessions clients;
    private final BrokerConnection broker;
    private final TrafficCounter traffic;
    private @Nullable Handler handler;
    private boolean connected;
    private boolean noteReceived;
    private long greetAt;

    MqttTransport(MqttSettings settings) {
        this.settings = settings;
        this.topics = new GroupTopics(settings.group());
        this.handshakes = new PeerHandshakes(settings);
        this.members = new PeerSessions(this, settings.isClient());
        this.clients = new ClientSessions(this);
        this.traffic = new TrafficCounter(settings.self());
        this.broker = new BrokerConnection(
                settings.access(),
                new BrokerConnection.ConnectionPlan(
                        topics.subscriptions(settings.self(), settings.isClient()),
                        topics.wills(),
                        handshakes::will,
                        settings.format().qos()));
    }

    @Override
    public void open(Handler receiver) {
        handler = receiver;
        broker.open();
    }

    @Override
    public boolean introduce(Supplier<String> hello, Duration answerWithin) {
        handshakes.introduce(hello);
        members.answerWithin(answerWithin);
        return true;
    }

    Handler handler() {
        return Objects.requireNonNull(handler, "not open");
    }

    @Override
    public void send(Envelope envelope) {
        MqttPeer peer = members.get(envelope.to());
        if (peer != null && peer.open != null) {
            peer.unsent.add(envelope);
        }
    }

    @Override
    public void sendNote(String name, String note) {
        MqttSession session = members.open(name);
        if (session != null) {
            sendNote(session, note);
        }
    }

    @Override
    public void reply(long client, String note) {
        MqttSession session = clients.get(client);
        if (session != null) {
            sendNote(session, note);
        }
    }

    @Override
    public void flush() {
        for (MqttPeer peer : members.all()) {
            List<Envelope> unsent = peer.takeUnsent();
            MqttSession session = peer.open;
            if (session != null && settings.format().json()) {
                MessagePacketJson.write(unsent).forEach(line -> sendText(session, FrameKind.JSON, line));
            } else if (session != null) {
                MessagePacket.pack(unsent).forEach(packet -> send(session, FrameKind.PACKET, packet));
            }
        }
    }

    void sendNote(MqttSession session, String note) {
        sendText(session, FrameKind.NOTE, note);
    }

    private void sendText(MqttSession session, FrameKind kind, String text) {
        send(session, kind, text.getBytes(StandardCharsets.UTF_8));
    }

    private void send(MqttSession session, FrameKind kind, byte[] content) {
        if (content.length > MAX_CONTENT) {
            return;
        }
        byte[] frame = session.seal(kind, content, System.nanoTime());
        if (broker.publish(topics.frames(session.name, kind, settings.self()), frame)) {
            traffic.frameSent(frame.length);
        }
    }

    @Override
    public void poll(long untilNanos) {
        long now = System.nanoTime();
        long until = Math.min(untilNanos, Math.min(members.nextCheckAt(), clients.nextCheckAt()));
        until = connected ? Math.min(until, greetAt) : until;
        Consumer<BrokerEvents> next =
                broker.events.next(until == Long.MAX_VALUE ? GREETING_INTERVAL_NANOS : until - now);
        for (int count = 0; next != null; count++) {
            next.accept(this);
            next = count < MAX_EVENTS_PER_POLL ? broker.events.next(0) : null;
        }
        now = System.nanoTime();
        if (connected && now - greetAt >= 0) {
            greet(now);
        }
        acknowledgeNotes();
        members.check(now);
        clients.check(now);
        if (broker.events.takeDropped() > 0) {
            traffic.rejected(RejectionCause.CROWDED, "the broker", "more messages than this member can read");
        }
    }

    /**
     * Sends something to the broker after notes, which need no reply. A broker with Nagle's algorithm sends the next message
     * only when TCP has acknowledged this one, and without a reply that takes 40 ms.
     */
    private void acknowledgeNotes() {
        if (noteReceived) {
            noteReceived = false;
            broker.publish(topics.acknowledgements(), new byte[0]);
        }
    }

    /** Greets all members, so that they start handshakes. A client starts its own with one member. */
    private void greet(long now) {
        if (settings.target().isEmpty()) {
            greetAt = now + GREETING_INTERVAL_NANOS;
            broker.publish(topics.greetings(), handshakes.greeting());
        } else {
            greetAt = now + SEEK_INTERVAL_NANOS;
            String target = settings.target().get();
            if (members.open(target) == null) {
                handshakes.challenge(target, this, now);
            }
        }
    }

    @Override
    public void connected(Nonce connection) {
        connected = true;
        handshakes.connected(connection);
        greet(System.nanoTime());
    }

    @Override
    public void disconnected() {
        if (connected) {
            connected = false;
            members.closeAll();
            clients.closeAll();
        }
    }

    @Override
    public void published(String topic, byte[] payload) {
        traffic.frameReceived();
        traffic.bytesReceived(payload.length);
        try {
            handle(topic, payload, System.nanoTime());
        } catch (MalformedMessageException malformed) {
            traffic.rejected(RejectionCause.MALFORMED, topic, String.valueOf(malformed.getMessage()));
        }
    }

    private void handle(String topic, byte[] payload, long now) {
        if (topic.equals(topics.greetings()) || topic.equals(topics.greetingsTo(settings.self()))) {
            handshakes.received(HandshakeMessage.open(payload, settings.key(), settings.group()), this, now);
        } else if (topic.equals(topics.wills())) {
            HandshakeMessage will = HandshakeMessage.open(payload, settings.key(), settings.group());
            MalformedMessageException.require(will.kind() == HandshakeKind.GONE, "not a will");
            members.gone(will.from(), will.connection());
            clients.gone(will.from(), will.connection());
        } else {
            List<String> kindAndSender = topics.kindAndSender(topic, settings.self());
            MalformedMessageException.require(!kindAndSender.isEmpty(), "not a topic of this protocol");
            handleFrame(FrameKind.of(kindAndSender.get(0)), kindAndSender.get(1), payload, now);
        }
    }

    // --- handshakes --------------------------------------------------------------------------------------------------

    @Override
    public void send(String to, byte[] message) {
        broker.publish(topics.greetingsTo(to), message);
    }

    @Override
    public boolean hasSession(String name, Nonce connection) {
        return members.knows(name, connection);
    }

    @Override
    public boolean isLive(String name, long now) {
        MqttSession session = members.open(name);
        return session != null && session.isLive(now);
    }

    @Override
    public void proved(HandshakeMessage proof, MqttSession session, long now) {
        if (!session.client) {
            members.proved(session, proof.introduction(), now);
        } else if (!clients.proved(session)) {
            traffic.rejected(RejectionCause.CROWDED, session.name, "too many clients");
        }
    }

    void reject(RejectionCause cause, String sender, String reason) {
        traffic.rejected(cause, sender, reason);
    }

    // --- frames ------------------------------------------------------------------------------------------------------

    private void handleFrame(FrameKind kind, String from, byte[] frame, long now) {
        MqttSession member = members.open(from);
        MqttSession session = member == null ? clients.get(from) : member;
        if (session == null) {
            traffic.rejected(RejectionCause.UNAUTHENTICATED, from, "frame before the handshake");
            return;
        }
        byte[] content;
        try {
            content = session.open(kind, frame, now);
        } catch (MalformedMessageException forged) {
            traffic.rejected(RejectionCause.UNAUTHENTICATED, from, String.valueOf(forged.getMessage()));
            return;
        }
        MalformedMessageException.require(
                kind == FrameKind.NOTE || !session.client, "a client sent a message for members");
        switch (kind) {
            case NOTE -> handleNote(session, text(content));
            case JSON ->
                MessagePacketJson.read(text(content), from, settings.self(), session.incarnation)
                        .forEach(handler()::messageReceived);
            case PACKET ->
                MessagePacket.read(new ByteReader(content), from, settings.self(), session.incarnation)
                        .forEach(handler()::messageReceived);
        }
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.UTF_8);
    }

    private void handleNote(MqttSession session, String note) {
        noteReceived = true;
        if (note.equals(PresenceNotes.QUESTION)) {
            sendNote(session, PresenceNotes.ANSWER);
        } else if (note.equals(PresenceNotes.ANSWER)) {
            members.present(session.name);
        } else if (!note.equals(PresenceNotes.KEEP_ALIVE) && session.client) {
            handler().requestReceived(clients.numberOf(session.name), note);
        } else if (!note.equals(PresenceNotes.KEEP_ALIVE)) {
            handler().noteReceived(session.name, note);
        }
    }

    @Override
    public void wakeUp() {
        broker.wakeUp();
    }

    @Override
    public Set<String> connectedPeers() {
        return members.connected();
    }

    @Override
    public TrafficStats traffic() {
        return traffic.stats();
    }

    @Override
    public void close() {
        broker.close();
    }
}
