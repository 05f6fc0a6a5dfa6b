package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.MalformedException;
import dev.baton.quorum.wire.Packet;
import dev.baton.quorum.wire.Rejections;
import dev.baton.quorum.wire.Traffic;
import dev.baton.quorum.wire.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Members connected by TCP. */
public final class TcpTransport implements Transport, Link.Hearing {
    private static final long MILLI = 1_000_000;
    private static final long HANDSHAKE_PATIENCE = 3_000 * MILLI;
    private static final long HUNT_PATIENCE = 250 * MILLI;
    private static final int MOST_STRANGERS = 128;
    private static final int MOST_CLIENTS = 256;

    private final TcpSettings settings;
    private final Rejections rejections;
    private final PeerBook peers;
    private final Map<Long, Link> clients = new HashMap<>();
    private final Set<Link> unproved = new LinkedHashSet<>();
    private final Outbox outbox;
    private final Tally tally = new Tally();
    private final Selector selector;
    private final Doorway doorway;
    private @Nullable Ears ears;
    private long nextNumber = 1;

    /** Listens from now on, so that nobody is refused; hears from {@link #open} on. */
    public TcpTransport(TcpSettings settings) throws IOException {
        this.settings = settings;
        this.rejections = new Rejections(settings.self());
        this.peers = new PeerBook(settings);
        this.outbox = new Outbox(peers);
        this.selector = Selector.open();
        this.doorway = new Doorway(settings, selector);
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
        Peer peer = peers.get(id);
        if (peer != null && peer.open != null) {
            outbox.add(peer.open, note, this);
        }
    }

    @Override
    public void answer(long client, String note) {
        Link link = clients.get(client);
        if (link != null) {
            outbox.add(link, note, this);
        }
    }

    @Override
    public void flush() {
        for (Link link : outbox.packed(this)) {
            attempt(link, link::flush);
        }
    }

    @Override
    public void await(long untilNanos) throws IOException {
        long now = System.nanoTime();
        long wake = Math.min(untilNanos, dialDue(now));
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
            accept();
        } else if (key.attachment() instanceof Link link) {
            attempt(link, () -> {
                if (key.isConnectable()) {
                    link.channel.finishConnect();
                    key.interestOps(SelectionKey.OP_READ);
                    link.connected();
                }
                if (key.isValid() && key.isReadable()) {
                    link.read(this);
                }
                if (link.stage != Link.Stage.CLOSED) {
                    link.flush();
                }
            });
        }
    }

    private void accept() throws IOException {
        for (SocketChannel channel = doorway.next(); channel != null; channel = doorway.next()) {
            if (unproved.size() >= MOST_STRANGERS) {
                Link oldest = unproved.iterator().next();
                reject(oldest, Rejections.Cause.CROWDED, "too many connections wait to prove who they are");
            }
            Hello hello = Handshake.hello(false, settings.self(), "", settings.incarnation(), doorway.address());
            register(channel, false, hello, SelectionKey.OP_READ);
        }
    }

    private Link register(SocketChannel channel, boolean dialled, Hello hello, int interest) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
        boolean loopback = remote != null && remote.getAddress().isLoopbackAddress();
        Link link = new Link(
                channel,
                settings.pipe(channel, dialled),
                dialled,
                hello,
                settings.key(),
                nextNumber++,
                System.nanoTime(),
                loopback);
        link.registered(channel.register(selector, interest));
        unproved.add(link);
        return link;
    }

    /** Dials whoever is due, gives up on handshakes that take too long, and says when to look again. */
    private long dialDue(long now) {
        long next = Long.MAX_VALUE;
        for (Link link : List.copyOf(unproved)) {
            boolean hunting = link.dialled && peers.isHunted(link.mine.to());
            long ends = link.since + (hunting ? HUNT_PATIENCE : HANDSHAKE_PATIENCE);
            if (now >= ends) {
                if (link.dialled) {
                    lost(link, new SocketException("no answer in time"));
                } else {
                    reject(link, Rejections.Cause.SLOW, "has not said who it is in time");
                }
            } else {
                next = Math.min(next, ends);
            }
        }
        for (Peer peer : peers.all()) {
            if (peer.open == null && peer.dialling == null && peer.address != null) {
                if (now >= peer.dialAt) {
                    dial(peer, now);
                } else {
                    next = Math.min(next, peer.dialAt);
                }
            } else if (peer.open != null && peer.suspect != 0) {
                peer.suspect = 0;
            }
        }
        return next;
    }

    private void dial(Peer peer, long now) {
        Address known = peer.address;
        InetSocketAddress to = known == null ? null : known.current(now);
        if (to == null) {
            peer.dialLater(now);
            return;
        }
        Hello hello = Handshake.hello(false, settings.self(), peer.id, settings.incarnation(), doorway.address());
        Link started = null;
        try {
            Dialling begun = Dialling.to(to);
            boolean loopback = to.getAddress().isLoopbackAddress();
            Link link = new Link(
                    begun.channel(),
                    settings.pipe(begun.channel(), true),
                    true,
                    hello,
                    settings.key(),
                    nextNumber++,
                    now,
                    loopback);
            started = link;
            peer.dialling = link;
            IOException refusal = begun.refusal();
            if (refusal != null) {
                throw refusal;
            }
            link.registered(begun.register(selector));
            unproved.add(link);
            if (begun.connected()) {
                link.connected();
                link.flush();
            }
        } catch (IOException failed) {
            if (started != null) {
                lost(started, failed);
            } else {
                peer.dialLater(now);
            }
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private void attempt(Link link, Step step) {
        if (link.stage == Link.Stage.CLOSED) {
            return;
        }
        try {
            step.run();
        } catch (MalformedException wrong) {
            boolean proving = link.stage == Link.Stage.PROVING;
            reject(
                    link,
                    proving ? Rejections.Cause.UNAUTHENTICATED : Rejections.Cause.MALFORMED,
                    String.valueOf(wrong.getMessage()));
        } catch (SSLException wrong) {
            reject(link, Rejections.Cause.UNAUTHENTICATED, "TLS: " + wrong.getMessage());
        } catch (IOException ended) {
            lost(link, ended);
        }
    }

    @Override
    public void opened(Link link) {
        unproved.remove(link);
        Hello hello = link.peer();
        if (!link.isMeantFor(settings.self())) {
            reject(
                    link,
                    Rejections.Cause.MISTAKEN,
                    "bears the name " + hello.from() + " and wants " + hello.to()
                            + "; every member needs a name of its own");
            return;
        }
        if (hello.client()) {
            if (clients.size() >= MOST_CLIENTS) {
                reject(link, Rejections.Cause.CROWDED, "too many clients");
            } else {
                clients.put(link.number, link);
            }
            return;
        }
        Peer peer = peers.getOrAdd(hello.from());
        if (peer == null) {
            reject(link, Rejections.Cause.CROWDED, "too many peers");
            return;
        }
        settle(peer, link, hello);
    }

    private void settle(Peer peer, Link link, Hello hello) {
        Link other = peer.open;
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
    public void frame(Link link, byte[] frame) {
        tally.frameReceived();
        Hello hello = link.peer();
        if (frame[0] == Outbox.PACKET && !hello.client()) {
            ByteReader in = new ByteReader(frame, 1, frame.length);
            for (Envelope envelope : Packet.read(in, hello.from(), settings.self(), hello.incarnation())) {
                ears().received(envelope);
            }
        } else if (frame[0] == Outbox.NOTE) {
            String note = new String(frame, 1, frame.length - 1, StandardCharsets.UTF_8);
            if (hello.client()) {
                ears().asked(link.number, note);
            } else {
                ears().noted(hello.from(), note);
            }
        } else {
            throw new MalformedException("no frame of type " + frame[0]);
        }
    }

    @Override
    public void traffic(int frames, int sent, int received) {
        tally.add(frames, sent, received);
    }

    private void reject(Link link, Rejections.Cause cause, String what) {
        rejections.count(cause, Endings.remote(link), what, System.nanoTime());
        boolean wasOpen = clear(link);
        Peer peer = peers.of(link);
        if (peer != null && (wasOpen || link.dialled)) {
            peer.dialAt = System.nanoTime() + 1_000 * MILLI;
        }
    }

    /** The connection ended: by the other side, or because it could not be made. */
    private void lost(Link link, IOException why) {
        long now = System.nanoTime();
        Peer peer = peers.of(link);
        boolean wasOpen = clear(link);
        if (peer == null) {
            return;
        }
        if (wasOpen) {
            // The end of a connection and its reset count alike; a local time-out does not.
            boolean byThem = Endings.isByTheOtherSide(why);
            if (byThem) {
                peer.hunt(link.peer().incarnation(), link.loopback, now);
            }
        } else if (link.dialled && Endings.isRefused(why)) {
            long ended = peer.suspect;
            peer.refused(now);
            if (ended != 0) {
                ears().gone(peer.id, ended, peer.suspectLoopback && link.loopback);
            }
        } else if (link.dialled) {
            peer.dialLater(now);
        }
    }

    /** Forgets a link; whether it was the open one of its peer. */
    private boolean clear(Link link) {
        drop(link);
        Peer peer = peers.of(link);
        if (peer != null && peer.open == link) {
            peer.closed(System.nanoTime());
            peer.takePackets();
            return true;
        }
        return false;
    }

    private void drop(Link link) {
        unproved.remove(link);
        outbox.forget(link);
        if (clients.remove(link.number) != null) {
            ears().left(link.number);
        }
        Peer peer = peers.of(link);
        if (peer != null && peer.dialling == link) {
            peer.dialling = null;
        }
        link.close();
    }

    @Override
    public Traffic traffic() {
        return tally.traffic(rejections.byCause());
    }

    /** Ends the connections first: whoever is then refused knows that this member is gone. */
    @Override
    public void close() {
        List<Link> all = new ArrayList<>(unproved);
        all.addAll(clients.values());
        peers.all().forEach(peer -> {
            if (peer.open != null) {
                all.add(peer.open);
            }
        });
        all.forEach(Link::close);
        try {
            doorway.close();
            selector.close();
        } catch (IOException alreadyGone) {
            // They are closed either way.
        }
    }
}
