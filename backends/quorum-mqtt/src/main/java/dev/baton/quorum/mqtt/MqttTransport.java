package dev.baton.quorum.mqtt;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.MalformedException;
import dev.baton.quorum.wire.Packet;
import dev.baton.quorum.wire.PacketJson;
import dev.baton.quorum.wire.Rejections;
import dev.baton.quorum.wire.Traffic;
import dev.baton.quorum.wire.Transport;
import dev.baton.support.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Members that a broker connects. */
final class MqttTransport implements Transport {
    private static final long GREET_EVERY = 3_000_000_000L;
    private static final int LONGEST_NOTE = 65_000;
    private static final int MOST_AT_ONCE = 256;

    private final MqttSettings settings;
    private final Topics topics;
    private final Acquaintances others;
    private final Rejections rejections;
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
        this.topics = new Topics(settings.group());
        this.others = new Acquaintances(settings);
        this.rejections = new Rejections(settings.self());
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
        Counterpart other = others.get(envelope.to());
        if (other != null && other.linked) {
            other.add(envelope);
        }
    }

    @Override
    public void tell(String peer, String note) {
        Counterpart other = others.get(peer);
        if (other != null && other.linked) {
            frame(other, Kind.NOTE, note.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void answer(long client, String note) {
        others.all().stream()
                .filter(other -> other.number == client && other.linked)
                .forEach(other -> frame(other, Kind.NOTE, note.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void flush() {
        for (Counterpart other : others.all()) {
            List<Envelope> waiting = other.takeWaiting();
            if (!waiting.isEmpty() && other.linked) {
                if (settings.json()) {
                    PacketJson.write(waiting)
                            .forEach(text -> frame(other, Kind.JSON, text.getBytes(StandardCharsets.UTF_8)));
                } else {
                    packets(waiting).forEach(packet -> frame(other, Kind.PACKET, packet.toBytes()));
                }
            }
        }
    }

    private static List<Packet> packets(List<Envelope> envelopes) {
        List<Packet> packets = new ArrayList<>();
        for (Envelope envelope : envelopes) {
            if (packets.isEmpty() || !packets.get(packets.size() - 1).add(envelope)) {
                packets.add(Packet.of(envelope));
            }
        }
        return packets;
    }

    private void frame(Counterpart other, Kind kind, byte[] content) {
        FrameSeal seal = other.outgoing;
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
        Arrival next = broker.next(until == Long.MAX_VALUE ? GREET_EVERY : until - now);
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

    private void take(Arrival arrival) {
        if (arrival instanceof Arrival.Connected) {
            connected = true;
            greet(System.nanoTime());
        } else if (arrival instanceof Arrival.Disconnected && connected) {
            connected = false;
            others.lostBroker(ears());
        } else if (arrival instanceof Arrival.Published published) {
            framesReceived.incrementAndGet();
            bytesReceived.addAndGet(published.payload().length);
            try {
                hear(published);
            } catch (MalformedException | JsonException wrong) {
                reject(Rejections.Cause.MALFORMED, published.topic(), wrong.getMessage());
            }
        }
    }

    private void hear(Arrival.Published published) {
        long now = System.nanoTime();
        String topic = published.topic();
        if (topic.equals(topics.greetings()) || topic.equals(topics.greetingsOf(settings.self()))) {
            others.greeted(published.payload(), broker, ears(), now);
        } else if (topic.equals(topics.wills())) {
            others.ended(published.payload(), ears(), now);
        } else {
            List<String> parts = topics.parts(topic, settings.self());
            if (parts.size() != 2) {
                throw new MalformedException("no topic of ours");
            }
            frame(Kind.of(parts.get(0)), parts.get(1), published.payload(), now);
        }
    }

    private void frame(Kind kind, String from, byte[] frame, long now) {
        Counterpart other = others.get(from);
        FrameSeal seal = other == null ? null : other.incoming;
        Greeting proved = other == null ? null : other.proved;
        if (other == null || seal == null || proved == null) {
            reject(Rejections.Cause.UNAUTHENTICATED, from, "has not greeted yet");
            return;
        }
        byte[] content;
        try {
            content = seal.open(kind, frame);
        } catch (MalformedException forged) {
            reject(Rejections.Cause.UNAUTHENTICATED, from, forged.getMessage());
            return;
        }
        other.heardAt = now;
        if (kind == Kind.NOTE) {
            String note = new String(content, StandardCharsets.UTF_8);
            if (other.client) {
                ears().asked(other.number, note);
            } else {
                ears().noted(from, note);
            }
            return;
        }
        if (other.client) {
            throw new MalformedException("a client that wants to vote");
        }
        List<Envelope> envelopes = kind == Kind.JSON
                ? PacketJson.read(
                        new String(content, StandardCharsets.UTF_8), from, settings.self(), proved.incarnation())
                : Packet.read(new ByteReader(content), from, settings.self(), proved.incarnation());
        envelopes.forEach(ears()::received);
    }

    private void reject(Rejections.Cause cause, String who, @Nullable String what) {
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
    public Traffic traffic() {
        return new Traffic(
                framesSent.get(), bytesSent.get(), framesReceived.get(), bytesReceived.get(), rejections.byCause());
    }

    @Override
    public void close() {
        broker.close();
    }
}
