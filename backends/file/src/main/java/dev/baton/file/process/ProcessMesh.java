package dev.baton.file.process;

import dev.baton.support.json.JsonException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets between this process and the others of the directory, all served by one thread. It listens
 * to every other process, and whoever connects to its own socket hears what it tells.
 */
final class ProcessMesh implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** What the mesh hears; called on its thread. */
    interface Ear {
        void poked(WakeupMessage poke);

        boolean hasEnded(LiveProcess process);

        void ended(LiveProcess process);

        /** Called every now and then; returns who should be connected to, and is told how often. */
        List<LiveProcess> tick();

        long tickNanos();

        /** Whether somebody is there who was not before: then the next tick is due at once. */
        boolean hasNewcomers();

        /** How long until that is asked again; it costs little, so that it may be asked often. */
        long glanceNanos();

        /** Somebody is listened to from now on: what happened until now was not heard. */
        void met();
    }

    private final Ear ear;
    private final WakeupMessage hello;
    private final Selector selector;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Map<String, ProcessLink> links = new HashMap<>();
    private final Set<Subscriber> subscribers = new HashSet<>();
    private final PendingDeaths deaths;
    private final AtomicLong rejected = new AtomicLong();
    private volatile boolean open = true;
    private volatile Set<String> linked = Set.of();
    private @Nullable ServerSocketChannel server;
    private long nextTick = System.nanoTime();
    private long nextGlance = nextTick;

    ProcessMesh(Ear ear, String ourName) throws IOException {
        this.ear = ear;
        this.hello = new WakeupMessage(WakeupMessage.Kind.HELLO, ourName, 0, "");
        this.deaths = new PendingDeaths(ear::hasEnded, ear::ended);
        this.selector = Selector.open();
        this.thread = new Thread(this::run, "baton-file-mesh");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Accepts at this path from now on; an earlier socket is closed. */
    void listen(Path socket) throws IOException {
        ServerSocketChannel fresh = bound(socket);
        run(() -> {
            try {
                ServerSocketChannel before = server;
                if (before != null) {
                    before.close();
                }
                server = fresh;
                fresh.register(selector, SelectionKey.OP_ACCEPT);
            } catch (IOException closedMeanwhile) {
                LOG.debug("could not listen", closedMeanwhile);
            }
        });
    }

    private static ServerSocketChannel bound(Path socket) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        boolean bound = false;
        try {
            channel.bind(UnixDomainSocketAddress.of(socket), 128);
            channel.configureBlocking(false);
            bound = true;
            return channel;
        } finally {
            if (!bound) {
                channel.close();
            }
        }
    }

    /** Tells everybody who listens. */
    void say(WakeupMessage poke) {
        run(() -> {
            for (Subscriber subscriber : List.copyOf(subscribers)) {
                try {
                    subscriber.send(poke.line());
                } catch (IOException gone) {
                    forget(subscriber);
                }
            }
        });
    }

    boolean isLinkedTo(String process) {
        return linked.contains(process);
    }

    /** Looks around soon instead of at the next tick. */
    void lookAround() {
        run(() -> nextTick = System.nanoTime());
    }

    /** Lines that were no pokes, since the start. */
    long rejected() {
        return rejected.get();
    }

    private void run(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    private void run() {
        try {
            while (open) {
                step();
            }
        } catch (IOException | RuntimeException | LinkageError failed) {
            LOG.warn("the sockets between processes failed, elections go on by polling", failed);
        } finally {
            closeAll();
        }
    }

    private void step() throws IOException {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        if (!open) {
            return;
        }
        long now = System.nanoTime();
        if (now - nextGlance >= 0) {
            nextTick = ear.hasNewcomers() ? now : nextTick;
            nextGlance = now + ear.glanceNanos();
        }
        if (now - nextTick >= 0) {
            Set<String> before = linked;
            ear.tick().forEach(this::link);
            nextTick = now + ear.tickNanos();
            if (!before.containsAll(linked)) {
                ear.met();
            }
        }
        long wait = deaths.run(now, Math.max(1, Math.min(nextTick - now, nextGlance - now)));
        if (wait < TimeUnit.MILLISECONDS.toNanos(1)) {
            LockSupport.parkNanos(wait);
            selector.selectNow(this::ready);
        } else {
            selector.select(this::ready, TimeUnit.NANOSECONDS.toMillis(wait));
        }
    }

    private void ready(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept((ServerSocketChannel) key.channel());
        } else if (key.attachment() instanceof ProcessLink link) {
            listenTo(link);
        } else if (key.attachment() instanceof Subscriber subscriber) {
            serve(subscriber, key);
        }
    }

    private void accept(ServerSocketChannel listening) {
        try {
            for (SocketChannel channel = listening.accept(); channel != null; channel = listening.accept()) {
                channel.configureBlocking(false);
                SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
                Subscriber subscriber = new Subscriber(channel, key);
                key.attach(subscriber);
                subscribers.add(subscriber);
            }
        } catch (IOException refused) {
            LOG.debug("could not accept", refused);
        }
    }

    private void listenTo(ProcessLink link) {
        try {
            if (link.lines().read(link.channel(), this::hear)) {
                return;
            }
        } catch (IOException | JsonException wrong) {
            rejected.incrementAndGet();
        }
        close(link.channel());
        links.remove(link.peer().name());
        linked = Set.copyOf(links.keySet());
        deaths.hungUp(link.peer(), System.nanoTime());
    }

    private void serve(Subscriber subscriber, SelectionKey key) {
        try {
            if (key.isWritable()) {
                subscriber.flush();
            }
            if (!key.isReadable() || subscriber.lines().read(subscriber.channel(), this::hear)) {
                return;
            }
        } catch (IOException | JsonException wrong) {
            rejected.incrementAndGet();
        }
        forget(subscriber);
    }

    private void hear(String line) {
        WakeupMessage poke = WakeupMessage.read(line);
        if (poke.kind() == WakeupMessage.Kind.HELLO) {
            if (!poke.about().isEmpty() && !links.containsKey(poke.about())) {
                nextTick = System.nanoTime();
            }
            return;
        }
        ear.poked(poke);
    }

    private void link(LiveProcess peer) {
        if (links.containsKey(peer.name()) || peer.address().isEmpty()) {
            return;
        }
        try {
            ProcessLink link = ProcessLink.connect(peer, peer.address().get(), hello);
            link.channel().register(selector, SelectionKey.OP_READ, link);
            links.put(peer.name(), link);
            linked = Set.copyOf(links.keySet());
            deaths.seenAlive(peer.name());
        } catch (IOException notListening) {
            deaths.hungUp(peer, System.nanoTime());
        }
    }

    private void forget(Subscriber subscriber) {
        subscribers.remove(subscriber);
        close(subscriber.channel());
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            LOG.debug("could not close", alreadyGone);
        }
    }

    private void closeAll() {
        try (Selector closing = selector) {
            for (SelectionKey key : closing.keys()) {
                key.channel().close();
            }
            ServerSocketChannel listening = server;
            if (listening != null) {
                listening.close();
            }
        } catch (IOException left) {
            LOG.debug("could not close the sockets", left);
        }
    }

    /** Hangs up everywhere, after what was told has been sent. */
    @Override
    public void close() {
        run(() -> open = false);
    }
}
