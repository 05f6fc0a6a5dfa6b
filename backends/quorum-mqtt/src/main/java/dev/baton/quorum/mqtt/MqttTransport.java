package dev.baton.quorum.mqtt;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.MessagePacket;
import dev.baton.quorum.wire.MessagePacketJson;
import dev.baton.quorum.wire.RejectedMessages;
import dev.baton.quorum.wire.TrafficStats;
import dev.baton.support.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Members that a broker connects. */
final class MqttTransport implements MemberTransport {
    private static final long GREET_EVERY = 3_000_000_000L;
    private static final int LONGEST_NOTE = 65_000;
    private static final int MOST_AT_ONCE = 256;

    private final MqttSettings settings;
    private final GroupTopics topics;
    private final PeerHandshakes others;
    private final RejectedMessages rejections;
    private final BrokerConnection broker;
    private final AtomicLong framesSent = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private final AtomicLong framesReceived = new AtomicLong();
    private final AtomicLong bytesReceived = new AtomicLong();
    private @Nullable Ears ears;
    private boolean connected;
    private long greetAt;

    MqttTransport(MqttSettings settings) {
        this.settings = settings;
        this.topics = new GroupTopics(settings.group());
        this.others = new PeerHandshakes(settings);
        this.rejections = new RejectedMessages(settings.self());
        this.broker = new BrokerConnection(
                settings.access(),
                "baton-" + others.nonce(),
                topics.wills(),
                others.will(),
                topics.heardBy(settings.self()));
    }

    @Override
    public void open(Ears listening) {
        ears = listening;
        broker.open();
    }

    private Ears ears() {
        if (ears == null) {
            throw new IllegalStateException("open it first");
        }
        return ears;
    }

    @Override
    public void send(Envelope envelope) {
        MqttPeer other = others.get(envelope.to());
        if (other != null && other.linked) {
            other.add(envelope);
        }
    }

    @Override
    public void tell(String peer, String note) {
        MqttPeer other = others.get(peer);
        if (other != null && other.linked) {
            frame(other, FrameKind.NOTE, note.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void answer(long client, String note) {
        others.all().stream()
                .filter(other -> other.number == client && other.linked)
                .forEach(other -> frame(other, FrameKind.NOTE, note.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void flush() {
        for (MqttPeer other : others.all()) {
            List<Envelope> waiting = other.takeWaiting();
            if (!waiting.isEmpty() && other.linked) {
                if (settings.json()) {
                    MessagePacketJson.write(waiting)
                            .forEach(text -> frame(other, FrameKind.JSON, text.getBytes(StandardCharsets.UTF_8)));
                } else {
                    packets(waiting).forEach(packet -> frame(other, FrameKind.PACKET, packet.toBytes()));
                }
            }
        }
    }

    private static List<MessagePacket> packets(List<Envelope> envelopes) {
        List<MessagePacket> packets = new ArrayList<>();
        for (Envelope envelope : envelopes) {
            if (packets.isEmpty() || !packets.get(packets.size() - 1).add(envelope)) {
                packets.add(MessagePacket.of(envelope));
            }
        }
        return packets;
    }

    private void frame(MqttPeer other, FrameKind kind, byte[] content) {
        MqttFrameAuthenticator seal = other.outgoing;
        if (seal == null || content.length > LONGEST_NOTE) {
            return;
        }
        byte[] frame = seal.seal(kind, content);
        if (broker.publish(topics.frames(other.name, kind, settings.self()), frame)) {
            framesSent.incrementAndGet();
            bytesSent.addAndGet(frame.length);
        }
    }

    @Override
    public void await(long untilNanos) {
        long now = System.nanoTime();
        long until = Math.min(untilNanos, others.nextLook());
        until = connected ? Math.min(until, greetAt) : until;
        BrokerMessage next = broker.next(until == Long.MAX_VALUE ? GREET_EVERY : until - now);
        for (int i = 0; next != null; i++) {
            take(next);
            next = i < MOST_AT_ONCE ? broker.next(0) : null;
        }
        now = System.nanoTime();
        if (connected && now - greetAt >= 0) {
            greet(now);
        }
        others.look(ears(), now);
    }

    private void greet(long now) {
        greetAt = now + GREET_EVERY;
        broker.publish(topics.greetings(), others.greeting());
    }

    private void take(BrokerMessage arrival) {
        if (arrival instanceof BrokerMessage.Connected) {
            connected = true;
            greet(System.nanoTime());
        } else if (arrival instanceof BrokerMessage.Disconnected && connected) {
            connected = false;
            others.lostBroker(ears());
        } else if (arrival instanceof BrokerMessage.Published published) {
            framesReceived.incrementAndGet();
            bytesReceived.addAndGet(published.payload().length);
            try {
                hear(published);
            } catch (MalformedMessageException | JsonException wrong) {
                reject(RejectedMessages.Cause.MALFORMED, published.topic(), wrong.getMessage());
            }
        }
    }

    private void hear(BrokerMessage.Published published) {
        long now = System.nanoTime();
        String topic = published.topic();
        if (topic.equals(topics.greetings()) || topic.equals(topics.greetingsOf(settings.self()))) {
            others.greeted(published.payload(), broker, ears(), now);
        } else if (topic.equals(topics.wills())) {
            others.ended(published.payload(), ears(), now);
        } else {
            List<String> parts = topics.parts(topic, settings.self());
            if (parts.size() != 2) {
                throw new MalformedMessageException("no topic of ours");
            }
            frame(FrameKind.of(parts.get(0)), parts.get(1), published.payload(), now);
        }
    }

    private void frame(FrameKind kind, String from, byte[] frame, long now) {
        MqttPeer other = others.get(from);
        MqttFrameAuthenticator seal = other == null ? null : other.incoming;
        Greeting proved = other == null ? null : other.proved;
        if (other == null || seal == null || proved == null) {
            reject(RejectedMessages.Cause.UNAUTHENTICATED, from, "has not greeted yet");
            return;
        }
        byte[] content;
        try {
            content = seal.open(kind, frame);
        } catch (MalformedMessageException forged) {
            reject(RejectedMessages.Cause.UNAUTHENTICATED, from, forged.getMessage());
            return;
        }
        other.heardAt = now;
        if (kind == FrameKind.NOTE) {
            String note = new String(content, StandardCharsets.UTF_8);
            if (other.client) {
                ears().asked(other.number, note);
            } else {
                ears().noted(from, note);
            }
            return;
        }
        if (other.client) {
            throw new MalformedMessageException("a client that wants to vote");
        }
        List<Envelope> envelopes = kind == FrameKind.JSON
                ? MessagePacketJson.read(
                        new String(content, StandardCharsets.UTF_8), from, settings.self(), proved.incarnation())
                : MessagePacket.read(new ByteReader(content), from, settings.self(), proved.incarnation());
        envelopes.forEach(ears()::received);
    }

    private void reject(RejectedMessages.Cause cause, String who, @Nullable String what) {
        rejections.count(cause, who, String.valueOf(what), System.nanoTime());
    }

    @Override
    public void wakeUp() {
        broker.wakeUp();
    }

    @Override
    public Set<String> linked() {
        return others.linked();
    }

    @Override
    public void learn(String peer, String address) {
        // Everybody is where the broker is.
    }

    @Override
    public Map<String, String> addresses() {
        return Map.of();
    }

    @Override
    public TrafficStats traffic() {
        return new TrafficStats(
                framesSent.get(), bytesSent.get(), framesReceived.get(), bytesReceived.get(), rejections.byCause());
    }

    @Override
    public void close() {
        broker.close();
    }
}
