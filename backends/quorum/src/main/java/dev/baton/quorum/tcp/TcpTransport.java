package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.MessagePacket;
import dev.baton.quorum.wire.RejectedMessages;
import dev.baton.quorum.wire.TrafficStats;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Members connected by TCP. */
public final class TcpTransport implements MemberTransport, PeerConnection.Hearing, ConnectionDialer.Failures {
    private static final long MILLI = 1_000_000;
    private static final int MOST_CLIENTS = 256;

    private final TcpSettings settings;
    private final RejectedMessages rejections;
    private final PeerDirectory peers;
    private final Map<Long, PeerConnection> clients = new HashMap<>();
    private final PeerOutbox outbox;
    private final TrafficCounter tally = new TrafficCounter();
    private final Selector selector;
    private final ListeningSocket doorway;
    private final ConnectionDialer dialler;
    private @Nullable Ears ears;

    /** Listens from now on, so that nobody is refused; hears from {@link #open} on. */
    public TcpTransport(TcpSettings settings) throws IOException {
        this.settings = settings;
        this.rejections = new RejectedMessages(settings.self());
        this.peers = new PeerDirectory(settings);
        this.outbox = new PeerOutbox(peers);
        this.selector = Selector.open();
        this.doorway = new ListeningSocket(settings, selector);
        this.dialler = new ConnectionDialer(settings, peers, doorway, selector);
    }

    /** The port it listens on. */
    public int port() {
        return doorway.port();
    }

    @Override
    public void open(Ears hearing) {
        ears = hearing;
    }

    private Ears ears() {
        Ears hearing = ears;
        if (hearing == null) {
            throw new IllegalStateException("not open");
        }
        return hearing;
    }

    @Override
    public void learn(String id, String text) {
        peers.learn(id, text);
    }

    @Override
    public Map<String, String> addresses() {
        Map<String, String> all = peers.addresses();
        all.put(settings.self(), doorway.address());
        return all;
    }

    @Override
    public Set<String> linked() {
        return peers.linked();
    }

    @Override
    public void send(Envelope envelope) {
        outbox.add(envelope);
    }

    @Override
    public void tell(String id, String note) {
        TcpPeer peer = peers.get(id);
        if (peer != null && peer.open != null) {
            outbox.add(peer.open, note, this);
        }
    }

    @Override
    public void answer(long client, String note) {
        PeerConnection link = clients.get(client);
        if (link != null) {
            outbox.add(link, note, this);
        }
    }

    @Override
    public void flush() {
        for (PeerConnection link : outbox.packed(this)) {
            attempt(link, link::flush);
        }
    }

    @Override
    public void await(long untilNanos) throws IOException {
        long now = System.nanoTime();
        long wake = Math.min(untilNanos, dialler.due(now, this));
        long millis = wake == Long.MAX_VALUE ? 1_000 : Math.min(1_000, (wake - now + MILLI - 1) / MILLI);
        if (millis <= 0) {
            selector.selectNow();
        } else {
            selector.select(millis);
        }
        Set<SelectionKey> ready = selector.selectedKeys();
        for (SelectionKey key : List.copyOf(ready)) {
            serve(key);
            // Answers to one peer do not wait for what others have to say.
            flush();
        }
        ready.clear();
    }

    @Override
    public void wakeUp() {
        selector.wakeup();
    }

    private void serve(SelectionKey key) throws IOException {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            dialler.accept(this);
        } else if (key.attachment() instanceof PeerConnection link) {
            attempt(link, () -> {
                if (key.isConnectable()) {
                    link.channel.finishConnect();
                    key.interestOps(SelectionKey.OP_READ);
                    link.connected();
                }
                if (key.isValid() && key.isReadable()) {
                    link.read(this);
                }
                if (link.stage != PeerConnection.Stage.CLOSED) {
                    link.flush();
                }
            });
        }
    }

    @Override
    public void tooMany(PeerConnection oldest) {
        reject(oldest, RejectedMessages.Cause.CROWDED, "too many connections wait to prove who they are");
    }

    @Override
    public void tooSlow(PeerConnection link) {
        reject(link, RejectedMessages.Cause.SLOW, "has not said who it is in time");
    }

    private interface Step {
        void run() throws IOException;
    }

    private void attempt(PeerConnection link, Step step) {
        if (link.stage == PeerConnection.Stage.CLOSED) {
            return;
        }
        try {
            step.run();
        } catch (MalformedMessageException wrong) {
            boolean proving = link.stage == PeerConnection.Stage.PROVING;
            reject(
                    link,
                    proving ? RejectedMessages.Cause.UNAUTHENTICATED : RejectedMessages.Cause.MALFORMED,
                    String.valueOf(wrong.getMessage()));
        } catch (SSLException wrong) {
            reject(link, RejectedMessages.Cause.UNAUTHENTICATED, "TLS: " + wrong.getMessage());
        } catch (IOException ended) {
            lost(link, ended);
        }
    }

    @Override
    public void opened(PeerConnection link) {
        dialler.forget(link);
        HelloMessage hello = link.peer();
        if (!link.isMeantFor(settings.self())) {
            reject(
                    link,
                    RejectedMessages.Cause.MISTAKEN,
                    "bears the name " + hello.from() + " and wants " + hello.to()
                            + "; every member needs a name of its own");
            return;
        }
        if (hello.client()) {
            if (clients.size() >= MOST_CLIENTS) {
                reject(link, RejectedMessages.Cause.CROWDED, "too many clients");
            } else {
                clients.put(link.number, link);
            }
            return;
        }
        TcpPeer peer = peers.getOrAdd(hello.from());
        if (peer == null) {
            reject(link, RejectedMessages.Cause.CROWDED, "too many peers");
            return;
        }
        settle(peer, link, hello);
    }

    private void settle(TcpPeer peer, PeerConnection link, HelloMessage hello) {
        PeerConnection other = peer.open;
        if (other != null) {
            boolean keepOther = peer.prefers(other, link);
            if (keepOther) {
                drop(link);
                return;
            }
            drop(other);
        }
        if (peer.dialling == link) {
            peer.dialling = null;
        }
        long before = peer.suspect;
        boolean replaced = before != 0 && before < hello.incarnation();
        peer.suspect = 0;
        peer.opened(link);
        learn(hello.from(), hello.address());
        if (replaced) {
            ears().gone(peer.id, before, peer.suspectLoopback && link.loopback);
        }
        ears().linked(peer.id);
    }

    @Override
    public void frame(PeerConnection link, byte[] frame) {
        tally.frameReceived();
        HelloMessage hello = link.peer();
        if (frame[0] == PeerOutbox.PACKET && !hello.client()) {
            ByteReader in = new ByteReader(frame, 1, frame.length);
            for (Envelope envelope : MessagePacket.read(in, hello.from(), settings.self(), hello.incarnation())) {
                ears().received(envelope);
            }
        } else if (frame[0] == PeerOutbox.NOTE) {
            String note = new String(frame, 1, frame.length - 1, StandardCharsets.UTF_8);
            if (hello.client()) {
                ears().asked(link.number, note);
            } else {
                ears().noted(hello.from(), note);
            }
        } else {
            throw new MalformedMessageException("no frame of type " + frame[0]);
        }
    }

    @Override
    public void traffic(int frames, int sent, int received) {
        tally.add(frames, sent, received);
    }

    private void reject(PeerConnection link, RejectedMessages.Cause cause, String what) {
        rejections.count(cause, ConnectionEvidence.remote(link), what, System.nanoTime());
        boolean wasOpen = clear(link);
        TcpPeer peer = peers.of(link);
        if (peer != null && (wasOpen || link.dialled)) {
            peer.dialAt = System.nanoTime() + 1_000 * MILLI;
        }
    }

    @Override
    public void lost(PeerConnection link, IOException why) {
        TcpPeer peer = peers.of(link);
        boolean wasOpen = clear(link);
        if (peer != null) {
            ConnectionEvidence.of(peer, link, wasOpen, why, System.nanoTime(), ears());
        }
    }

    /** Forgets a link; whether it was the open one of its peer. */
    private boolean clear(PeerConnection link) {
        drop(link);
        TcpPeer peer = peers.of(link);
        if (peer != null && peer.open == link) {
            peer.closed(System.nanoTime());
            peer.takePackets();
            return true;
        }
        return false;
    }

    private void drop(PeerConnection link) {
        dialler.forget(link);
        outbox.forget(link);
        if (clients.remove(link.number) != null) {
            ears().left(link.number);
        }
        TcpPeer peer = peers.of(link);
        if (peer != null && peer.dialling == link) {
            peer.dialling = null;
        }
        link.close();
    }

    @Override
    public TrafficStats traffic() {
        return tally.traffic(rejections.byCause());
    }

    /** Ends the connections first: whoever is then refused knows that this member is gone. */
    @Override
    public void close() {
        List<PeerConnection> all = new ArrayList<>(dialler.unproved());
        all.addAll(clients.values());
        peers.all().forEach(peer -> {
            if (peer.open != null) {
                all.add(peer.open);
            }
        });
        all.forEach(PeerConnection::close);
        try {
            doorway.close();
            selector.close();
        } catch (IOException alreadyGone) {
            // They are closed either way.
        }
    }
}
