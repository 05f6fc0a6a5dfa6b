package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.tcp.TcpSettings;
import dev.baton.quorum.tcp.TcpTransport;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.TrafficStats;
import dev.baton.spi.Backend;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A TCP transport that keeps the notes that its member sends, and can pass notes to it as if a peer had sent them. As an
 * earlier version, its member sends no notes about commands.
 */
final class NoteFilter implements MemberTransport {
    private final MemberTransport inner;
    private final boolean earlierVersion;
    private final Queue<Runnable> forged = new ConcurrentLinkedQueue<>();
    private @Nullable Handler receiver;
    private volatile Optional<String> unreachable = Optional.empty();
    /** The sent notes, each after the name of its receiver. */
    final List<String> sent = new CopyOnWriteArrayList<>();

    private NoteFilter(MemberTransport inner, boolean earlierVersion) {
        this.inner = inner;
        this.earlierVersion = earlierVersion;
    }

    /** A member with such a transport. */
    record Member(Backend backend, NoteFilter notes) {
        static Member open(TestGroup group, String id, boolean earlierVersion) {
            QuorumUrl url = QuorumUrl.parse(group.url(id));
            Set<String> founders = new TreeSet<>(url.peers().keySet());
            founders.add(id);
            ClusterKey key = ClusterKey.in(url.keyFile());
            NoteFilter[] created = new NoteFilter[1];
            MemberSettings.TransportFactory factory = incarnation -> {
                created[0] = new NoteFilter(
                        new TcpTransport(new TcpSettings(
                                id,
                                incarnation,
                                url.listen(),
                                url.advertise(),
                                url.peers(),
                                Optional.empty(),
                                key,
                                Optional.empty())),
                        earlierVersion);
                return created[0];
            };
            Backend backend = GroupAccess.join(
                    new MemberSettings(id, "quorum://" + id, url, url.state(), founders, url.timing(), factory),
                    BatonClock.system());
            return new Member(backend, created[0]);
        }
    }

    /** Loses all notes about commands to this peer. */
    void loseNotesTo(String peer) {
        unreachable = Optional.of(peer);
    }

    /** Passes a note to the member, as if this peer had sent it. */
    void forge(String peer, CommandNote note) {
        forged.add(() -> {
            if (receiver != null) {
                receiver.noteReceived(peer, note.text());
            }
        });
        wakeUp();
    }

    boolean hasForged() {
        return !forged.isEmpty();
    }

    @Override
    public void open(Handler handler) throws IOException {
        receiver = handler;
        inner.open(handler);
    }

    @Override
    public boolean introduce(Supplier<String> hello, Duration answerWithin) {
        return inner.introduce(
                () -> earlierVersion ? hello.get().replace(",\"commands\":true", "") : hello.get(), answerWithin);
    }

    @Override
    public void send(Envelope envelope) {
        inner.send(envelope);
    }

    @Override
    public void sendNote(String peer, String note) {
        boolean lost = earlierVersion || unreachable.equals(Optional.of(peer));
        if (!lost || !note.startsWith(CommandNote.BEGINNING)) {
            sent.add(peer + " " + note);
            inner.sendNote(peer, note);
        }
    }

    @Override
    public void reply(long client, String note) {
        inner.reply(client, note);
    }

    @Override
    public void flush() {
        inner.flush();
    }

    @Override
    public void poll(long untilNanos) throws IOException {
        inner.poll(untilNanos);
        for (Runnable note = forged.peek(); note != null; note = forged.peek()) {
            note.run();
            forged.remove();
        }
    }

    @Override
    public void wakeUp() {
        inner.wakeUp();
    }

    @Override
    public Set<String> connectedPeers() {
        return inner.connectedPeers();
    }

    @Override
    public TrafficStats traffic() {
        return inner.traffic();
    }

    @Override
    public void close() {
        inner.close();
    }
}
