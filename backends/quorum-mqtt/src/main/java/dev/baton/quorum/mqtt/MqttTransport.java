package dev.baton.quorum.mqtt;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.MessagePacket;
import dev.baton.quorum.wire.MessagePacketJson;
import dev.baton.quorum.wire.RejectionCause;
import dev.baton.quorum.wire.TrafficCounter;
import dev.baton.quorum.wire.TrafficStats;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Connects members through a broker. */
final class MqttTransport implements MemberTransport {
    private static final long GREETING_INTERVAL_NANOS = 3_000_000_000L;
    private static final int MAX_CONTENT = 65_000;
    private static final int MAX_EVENTS_PER_POLL = 256;

    private final MqttSettings settings;
    private final GroupTopics topics;
    private final PeerHandshakes handshakes;
    private final BrokerConnection broker;
    private final TrafficCounter traffic;
    private @Nullable Handler handler;
    private boolean connected;
    private long greetAt;

    MqttTransport(MqttSettings settings) {
        this.settings = settings;
        this.topics = new GroupTopics(settings.group());
        this.handshakes = new PeerHandshakes(settings);
        this.traffic = new TrafficCounter(settings.self());
        this.broker = new BrokerConnection(
                settings.access(),
                "baton-" + handshakes.nonce.hex(),
                topics.wills(),
                handshakes.will(),
                topics.subscriptions(settings.self()));
    }

    @Override
    public void open(Handler receiver) {
        handler = receiver;
        broker.open();
    }

    private Handler handler() {
        return Objects.requireNonNull(handler, "not open");
    }

    @Override
    public void send(Envelope envelope) {
        handshakes.connected(envelope.to()).ifPresent(peer -> peer.unsent.add(envelope));
    }

    @Override
    public void sendNote(String name, String note) {
        handshakes.connected(name).ifPresent(peer -> sendText(peer, FrameKind.NOTE, note));
    }

    @Override
    public void reply(long client, String note) {
        handshakes.all().stream()
                .filter(peer -> peer.number == client && peer.connected)
                .forEach(peer -> sendText(peer, FrameKind.NOTE, note));
    }

    @Override
    public void flush() {
        for (MqttPeer peer : handshakes.all()) {
            List<Envelope> unsent = peer.takeUnsent();
            if (peer.connected && settings.json()) {
                MessagePacketJson.write(unsent).forEach(line -> sendText(peer, FrameKind.JSON, line));
            } else if (peer.connected) {
                MessagePacket.pack(unsent).forEach(packet -> send(peer, FrameKind.PACKET, packet));
            }
        }
    }

    private void sendText(MqttPeer peer, FrameKind kind, String text) {
        send(peer, kind, text.getBytes(StandardCharsets.UTF_8));
    }

    private void send(MqttPeer peer, FrameKind kind, byte[] content) {
        MqttFrameAuthenticator authenticator = peer.outgoing;
        if (authenticator == null || content.length > MAX_CONTENT) {
            return;
        }
        byte[] frame = authenticator.seal(kind, content);
        if (broker.publish(topics.frames(peer.name, kind, settings.self()), frame)) {
            traffic.frameSent(frame.length);
        }
    }

    @Override
    public void poll(long untilNanos) {
        long now = System.nanoTime();
        long until = Math.min(untilNanos, handshakes.nextCheckAt());
        until = connected ? Math.min(until, greetAt) : until;
        Consumer<MqttTransport> next = broker.next(until == Long.MAX_VALUE ? GREETING_INTERVAL_NANOS : until - now);
        for (int count = 0; next != null; count++) {
            next.accept(this);
            next = count < MAX_EVENTS_PER_POLL ? broker.next(0) : null;
        }
        now = System.nanoTime();
        if (connected && now - greetAt >= 0) {
            greet(now);
        }
        handshakes.check(handler(), now);
    }

    private void greet(long now) {
        greetAt = now + GREETING_INTERVAL_NANOS;
        broker.publish(topics.greetings(), handshakes.greeting());
    }

    /** The broker is connected and delivers messages. */
    void connected() {
        connected = true;
        greet(System.nanoTime());
    }

    void disconnected() {
        if (connected) {
            connected = false;
            handshakes.brokerLost(handler());
        }
    }

    void published(String topic, byte[] payload) {
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
            handshakes.greetingReceived(payload, broker, handler(), now);
        } else if (topic.equals(topics.wills())) {
            handshakes.willReceived(payload, handler(), now);
        } else {
            List<String> kindAndSender = topics.kindAndSender(topic, settings.self());
            MalformedMessageException.require(!kindAndSender.isEmpty(), "not a topic of this protocol");
            handleFrame(FrameKind.of(kindAndSender.get(0)), kindAndSender.get(1), payload, now);
        }
    }

    private void handleFrame(FrameKind kind, String from, byte[] frame, long now) {
        MqttPeer peer = handshakes.get(from);
        MqttFrameAuthenticator authenticator = peer == null ? null : peer.incoming;
        Greeting greeting = peer == null ? null : peer.authenticated;
        if (peer == null || authenticator == null || greeting == null) {
            traffic.rejected(RejectionCause.UNAUTHENTICATED, from, "frame before the handshake");
            return;
        }
        byte[] content;
        try {
            content = authenticator.open(kind, frame);
        } catch (MalformedMessageException forged) {
            traffic.rejected(RejectionCause.UNAUTHENTICATED, from, String.valueOf(forged.getMessage()));
            return;
        }
        peer.receivedAt = now;
        MalformedMessageException.require(
                kind == FrameKind.NOTE || !peer.client, "a client sent a message for members");
        long incarnation = greeting.incarnation();
        switch (kind) {
            case NOTE -> handleNote(peer, text(content));
            case JSON ->
                MessagePacketJson.read(text(content), from, settings.self(), incarnation)
                        .forEach(handler()::messageReceived);
            case PACKET ->
                MessagePacket.read(new ByteReader(content), from, settings.self(), incarnation)
                        .forEach(handler()::messageReceived);
        }
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.UTF_8);
    }

    private void handleNote(MqttPeer peer, String note) {
        if (peer.client) {
            handler().requestReceived(peer.number, note);
        } else {
            handler().noteReceived(peer.name, note);
        }
    }

    @Override
    public void wakeUp() {
        broker.wakeUp();
    }

    @Override
    public Set<String> connectedPeers() {
        return handshakes.connectedMembers();
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
