package dev.baton.file.process;

import dev.baton.support.json.JsonException;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The sockets between this process and the other processes of the directory, served by one thread. It connects to every
 * other process to receive messages, and sends its own messages to every process that connects.
 */
final class ProcessMesh implements AutoCloseable {

    /** Callbacks on the thread of the mesh. */
    interface MeshHandler {
        void messageReceived(WakeupMessage message);

        /** Returns whether the process is proven to have ended, after it has passed that on. */
        boolean reportIfEnded(LiveProcess process);

        /** Does periodic work and returns the processes to connect to. */
        List<LiveProcess> tick();

        Duration tickInterval();

        /** Returns whether a process has appeared since the last call; then the next tick is due immediately. */
        boolean hasNewProcesses();

        /** Returns the time between two calls of {@link #hasNewProcesses}, which is cheap. */
        Duration scanInterval();

        /** Called when a connection was made. Earlier messages of that process are lost. */
        void peersConnected();
    }

    /** How long a new connection may have waited until it was accepted. */
    private static final long MISSED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final MeshHandler handler;
    private final WakeupMessage hello;
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Map<String, ProcessLink> links = new HashMap<>();
    private final Set<WakeupSubscriber> subscribers = ConcurrentHashMap.newKeySet();
    private final PendingDeaths deaths;
    private final AtomicLong rejected = new AtomicLong();
    private volatile boolean open = true;
    private volatile Set<String> linked = Set.of();
    private volatile long lastBroadcast = System.nanoTime() - MISSED_NANOS;
    private Optional<ServerSocketChannel> server = Optional.empty();
    private long nextTick = System.nanoTime();
    private long nextScan = nextTick;

    ProcessMesh(MeshHandler handler, String ownName) throws IOException {
        this.handler = handler;
        this.hello = new WakeupMessage(WakeupMessage.Kind.HELLO, ownName, 0, "");
        this.deaths = new PendingDeaths(handler::reportIfEnded);
        this.selector = Selector.open();
    }

    void start() {
        NamedThreads.start("baton-file-mesh", this::run);
    }

    /** Accepts connections at this path from now on. An earlier server socket is closed. */
    void listen(Path socket) throws IOException {
        ServerSocketChannel bound = bind(socket);
        run(() -> {
            try {
                bound.register(selector, SelectionKey.OP_ACCEPT, (Runnable) () -> accept(bound));
                if (server.isPresent() && server.get() != bound) {
                    server.get().close();
                }
                server = Optional.of(bound);
            } catch (IOException closedMeanwhile) {
                PeerProcesses.LOG.debug("could not listen at {}", socket, closedMeanwhile);
            }
        });
    }

    private static ServerSocketChannel bind(Path socket) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(socket), 128);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /** Sends the message to every subscriber. Runs on the thread of the caller, because a standby waits for it. */
    void broadcast(WakeupMessage message) {
        lastBroadcast = System.nanoTime();
        byte[] bytes = message.bytes();
        subscribers.forEach(subscriber -> send(subscriber, bytes));
    }

    private void send(WakeupSubscriber subscriber, byte[] bytes) {
        try {
            if (!subscriber.send(bytes)) {
                selector.wakeup();
            }
        } catch (IOException | CancelledKeyException disconnected) {
            // Its own last messages may still be unread: the connection is closed at their end.
            subscribers.remove(subscriber);
        }
    }

    /** Returns whether this process receives the messages of that one. */
    boolean isLinkedTo(String process) {
        return linked.contains(process);
    }

    /** Makes the next tick due immediately. */
    void tickSoon() {
        run(() -> nextTick = System.nanoTime());
    }

    /** Returns the number of malformed messages received so far. */
    long rejected() {
        return rejected.get();
    }

    private void run(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    private void run() {
        // While the sockets do not work, elections continue by polling.
        LastingLoop.run("the thread for the sockets between processes", this::step);
        closeAll();
    }

    /** Handles what is due, and waits for more. Returns false when the mesh is closed. */
    private boolean step() throws IOException {
        // A task that failed runs again.
        for (Runnable task = tasks.peek(); task != null; task = tasks.peek()) {
            task.run();
            tasks.remove();
        }
        if (!open) {
            return false;
        }
        long now = System.nanoTime();
        if (now - nextScan >= 0) {
            nextTick = handler.hasNewProcesses() ? now : nextTick;
            nextScan = now + handler.scanInterval().toNanos();
        }
        if (now - nextTick >= 0) {
            Set<String> before = linked;
            handler.tick().forEach(this::link);
            nextTick = now + handler.tickInterval().toNanos();
            if (!before.containsAll(linked)) {
                handler.peersConnected();
            }
        }
        long wait = deaths.run(now, Math.max(1, Math.min(nextTick - now, nextScan - now)));
        if (wait < TimeUnit.MILLISECONDS.toNanos(1)) {
            LockSupport.parkNanos(wait);
            selector.selectNow(ProcessMesh::ready);
        } else {
            selector.select(ProcessMesh::ready, TimeUnit.NANOSECONDS.toMillis(wait));
        }
        return true;
    }

    private static void ready(SelectionKey key) {
        if (key.isValid()) {
            ((Runnable) key.attachment()).run();
        }
    }

    private void accept(ServerSocketChannel listening) {
        try {
            for (SocketChannel channel = listening.accept(); channel != null; channel = listening.accept()) {
                subscribe(channel);
            }
        } catch (IOException refused) {
            PeerProcesses.LOG.debug("could not accept a connection", refused);
        }
    }

    private void subscribe(SocketChannel channel) throws IOException {
        boolean done = false;
        try {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            WakeupSubscriber subscriber = new WakeupSubscriber(channel, key);
            key.attach((Runnable) () -> serve(subscriber));
            done = subscribers.add(subscriber);
        } finally {
            if (!done) {
                close(channel);
            }
        }
    }

    /** A connection whose messages could not be read, for whatever reason, has lost some: it is made again. */
    private void readFrom(ProcessLink link) {
        boolean complete = false;
        try {
            complete = link.lines().read(link.channel(), this::receive);
        } catch (IOException | JsonException malformed) {
            rejected.incrementAndGet();
        } finally {
            if (!complete) {
                disconnect(link);
            }
        }
    }

    private void disconnect(ProcessLink link) {
        close(link.channel());
        links.remove(link.peer().name());
        linked = Set.copyOf(links.keySet());
        deaths.disconnected(link.peer(), System.nanoTime());
    }

    private void serve(WakeupSubscriber subscriber) {
        boolean complete = false;
        try {
            complete = subscriber.serve(line -> receiveFrom(subscriber, line));
        } catch (IOException | JsonException malformed) {
            rejected.incrementAndGet();
        } finally {
            if (!complete) {
                drop(subscriber);
            }
        }
    }

    /** A process that introduces itself may have missed the messages since it connected. */
    private void receiveFrom(WakeupSubscriber subscriber, String line) {
        if (receive(line) == WakeupMessage.Kind.HELLO && System.nanoTime() - lastBroadcast < MISSED_NANOS) {
            send(subscriber, WakeupMessage.of(WakeupMessage.Kind.LAGGED).bytes());
        }
    }

    private WakeupMessage.Kind receive(String line) {
        WakeupMessage message = WakeupMessage.read(line);
        if (message.kind() != WakeupMessage.Kind.HELLO) {
            handler.messageReceived(message);
        } else if (!message.subject().isEmpty() && !links.containsKey(message.subject())) {
            nextTick = System.nanoTime();
        }
        return message.kind();
    }

    private void link(LiveProcess peer) {
        if (links.containsKey(peer.name()) || peer.socketPath().isEmpty()) {
            return;
        }
        try {
            register(ProcessLink.connect(peer, peer.socketPath().get(), hello));
        } catch (IOException notListening) {
            deaths.disconnected(peer, System.nanoTime());
        }
    }

    private void register(ProcessLink link) throws IOException {
        boolean done = false;
        try {
            link.channel().register(selector, SelectionKey.OP_READ, (Runnable) () -> readFrom(link));
            links.put(link.peer().name(), link);
            linked = Set.copyOf(links.keySet());
            deaths.reconnected(link.peer().name());
            done = true;
        } finally {
            if (!done) {
                links.remove(link.peer().name());
                close(link.channel());
            }
        }
    }

    private void drop(WakeupSubscriber subscriber) {
        subscribers.remove(subscriber);
        close(subscriber.channel());
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException alreadyClosed) {
            PeerProcesses.LOG.debug("could not close a socket", alreadyClosed);
        }
    }

    private void closeAll() {
        try (Selector closing = selector) {
            for (SelectionKey key : closing.keys()) {
                key.channel().close();
            }
            if (server.isPresent()) {
                server.get().close();
            }
        } catch (IOException failed) {
            PeerProcesses.LOG.debug("could not close the sockets", failed);
        }
    }

    /** Closes all connections after the pending messages have been sent. */
    @Override
    public void close() {
        run(() -> open = false);
    }
}
