package dev.baton.zookeeper;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.LockException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/** The session of this process, which all its candidates share. Thread-safe. */
final class ZkSession {
    private final ZkUrl url;
    private final ZkPaths paths;
    private final BatonClock clock;
    private final Listener listener;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Object opening = new Object();
    private @Nullable Attempt attempt;
    private volatile Optional<ZkLink> current = Optional.empty();
    private volatile boolean connected;
    /** Identifies the client whose events count; an older one may still send some. */
    private volatile @Nullable CountDownLatch newest;

    /** Receives what happens to the session. Called on the thread of the client; must not wait. */
    interface Listener {
        /** The session is connected, for the first time or again: changes may have been missed. */
        void connected(ZkLink link);

        void changed(WatchedEvent event);

        /** The session has ended, and with it all nodes of this process. */
        void ended(ZkLink link);
    }

    /** A client that may still be connecting. */
    private record Attempt(ZooKeeper client, CountDownLatch connected, CountDownLatch refused) {}

    ZkSession(ZkUrl url, ZkPaths paths, BatonClock clock, Listener listener) {
        this.url = url;
        this.paths = paths;
        this.clock = clock;
        this.listener = listener;
    }

    /** Returns the session of this process, if there is one. */
    Optional<ZkLink> link() {
        return current;
    }

    /** Returns whether the session is connected, and ZooKeeper has confirmed a write lately. */
    boolean isLive() {
        return connected
                && current.map(link ->
                                !isOlderThan(link, url.options().session().dividedBy(2)))
                        .orElse(false);
    }

    /** Returns the session of this process, and opens one if there is none. */
    ZkLink open() {
        Optional<ZkLink> known = current;
        if (known.isPresent()) {
            return known.get();
        }
        synchronized (opening) {
            return current.isPresent() ? current.get() : connect();
        }
    }

    private ZkLink connect() {
        if (closing.getCount() == 0) {
            throw new ZkException("the connection is closed", Code.SESSIONEXPIRED);
        }
        Duration timeout = url.options().patience();
        Attempt started = attempt == null || !attempt.client().getState().isAlive() ? start() : attempt;
        attempt = started;
        try {
            boolean reached = started.connected().await(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (started.refused().getCount() == 0) {
                throw new ZkException("ZooKeeper refused the login", Code.AUTHFAILED);
            }
            if (!reached) {
                throw new ZkException(
                        "ZooKeeper did not answer within " + timeout.toMillis() + " ms", Code.CONNECTIONLOSS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ZkException("interrupted while connecting to ZooKeeper", Code.CONNECTIONLOSS);
        }
        ZkLink link = link(started.client());
        writeFirst(link);
        current = Optional.of(link);
        attempt = null;
        listener.connected(link);
        return link;
    }

    private Attempt start() {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        newest = reached;
        ZooKeeper client =
                new ZkClients(url).start(url.options().session(), event -> received(event, reached, refused));
        return new Attempt(client, reached, refused);
    }

    private ZkLink link(ZooKeeper client) {
        int granted = client.getSessionTimeout();
        Duration asked = url.options().session();
        if (granted < asked.toMillis()) {
            throw new LockException("ZooKeeper granted a session of " + granted + " ms, but session is "
                    + asked.toMillis() + " ms; no leadership can be safe with it. Shorten session, or raise"
                    + " maxSessionTimeout of the servers");
        }
        return new ZkLink(
                client.getSessionId(),
                new ZkRequests(
                        client,
                        url.isAuthenticated() ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE,
                        url.options().patience()),
                new ProvenWrites(url.options().proofGap()));
    }

    private void received(WatchedEvent event, CountDownLatch reached, CountDownLatch refused) {
        if (reached != newest) {
            return;
        }
        if (event.getType() != Watcher.Event.EventType.None) {
            listener.changed(event);
            return;
        }
        switch (event.getState()) {
            case SyncConnected -> {
                connected = true;
                reached.countDown();
                current.ifPresent(listener::connected);
            }
            case Expired -> {
                connected = false;
                current.ifPresent(this::end);
            }
            case AuthFailed -> {
                refused.countDown();
                reached.countDown();
            }
            // Follows the connection, whose requests wait for it.
            case SaslAuthenticated -> {}
            default -> connected = false;
        }
    }

    private void writeFirst(ZkLink link) {
        for (String parent : paths.parents()) {
            link.requests().ensure(parent, CreateMode.PERSISTENT);
        }
        write(link, List.of());
    }

    /**
     * Renews the session by a write, together with other operations.
     *
     * @throws ZkException if ZooKeeper does not confirm it
     */
    void write(ZkLink link, List<Op> others) {
        List<Op> operations = new ArrayList<>(others);
        operations.add(Op.setData(paths.session(link), new byte[0], -1));
        ClockReading before = clock.now();
        try {
            link.requests().apply(operations);
        } catch (ZkException failed) {
            endIfGone(link, failed);
            if (failed.code() != Code.NONODE || !others.isEmpty()) {
                throw failed;
            }
            before = clock.now();
            link.requests().apply(List.of(link.requests().create(paths.session(link), "", CreateMode.EPHEMERAL)));
        }
        link.writes().add(new ProvenWrites.Write(before, clock.nanos()));
    }

    /** Returns whether the last confirmed write is older. */
    boolean isOlderThan(ZkLink link, Duration age) {
        return link.writes()
                .last()
                .map(reading -> clock.nanos() - reading.nanos() >= age.toNanos())
                .orElse(true);
    }

    /**
     * Waits until a write proves a validity that began at most three quarters of the renew interval before. The writes
     * until then are half an interval apart, so that each renewal after it proves a later one: a leader that waits for
     * the first proof without writing has none for as long again.
     */
    void prepareProof(ZkLink link, Duration renewInterval) {
        Duration spacing = renewInterval.dividedBy(2);
        Duration age = spacing.plus(spacing.dividedBy(2));
        long attempts = 4 + 2 * url.options().proofGap().toNanos() / spacing.toNanos();
        for (long i = 0; i < attempts; i++) {
            Optional<Duration> wait = link.writes().untilProof(age, clock.nanos());
            if (wait.filter(Duration::isZero).isPresent()) {
                return;
            }
            if (wait.isPresent() && wait.get().compareTo(spacing) <= 0) {
                pause(wait.get());
            } else {
                pause(wait.isPresent() ? spacing : Duration.ZERO);
                write(link, List.of());
            }
        }
        // A slow server: the candidate decides whether the rest of the validity is enough.
        Duration session = url.options().session();
        if (link.writes()
                .untilProof(session, clock.nanos())
                .filter(Duration::isZero)
                .isEmpty()) {
            throw new LockException("ZooKeeper answers too slowly to prove that the session lives");
        }
    }

    private void pause(Duration time) {
        try {
            if (closing.await(time.toMillis() + 1, TimeUnit.MILLISECONDS)) {
                throw new ZkException("the connection is closed", Code.SESSIONEXPIRED);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ZkException("interrupted", Code.CONNECTIONLOSS);
        }
    }

    /**
     * Gives up a session that has been disconnected for so long that ZooKeeper has ended it, if it remembers it. A server
     * whose data went back refuses a client that has seen later transactions; only a new client is admitted.
     */
    void endIfLost(ZkLink link) {
        if (!connected
                && isOlderThan(link, url.options().session().multipliedBy(3).dividedBy(2))) {
            end(link);
            close(link.requests().client());
        }
    }

    void endIfGone(ZkLink link, ZkException failed) {
        if (failed.isSessionGone()) {
            end(link);
        }
    }

    private void end(ZkLink link) {
        boolean ended;
        synchronized (closing) {
            ended = current.filter(link::equals).isPresent();
            if (ended) {
                current = Optional.empty();
            }
        }
        if (ended) {
            listener.ended(link);
        }
    }

    /** Ends the session, which deletes all nodes of this process. */
    void close() {
        closing.countDown();
        synchronized (opening) {
            Optional<ZkLink> last = current;
            current = Optional.empty();
            last.ifPresent(link -> close(link.requests().client()));
            if (attempt != null) {
                close(attempt.client());
            }
        }
    }

    private void close(ZooKeeper client) {
        try {
            client.close((int) url.options().patience().toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
