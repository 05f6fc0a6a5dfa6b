package dev.baton.console;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.console.history.TenureHistory;
import dev.baton.console.http.ConsoleModel;
import dev.baton.console.http.ConsoleServer;
import dev.baton.console.http.RequestGuard;
import dev.baton.console.view.LiveInstances;
import dev.baton.console.watch.ConsoleFeed;
import dev.baton.console.watch.ElectionBoard;
import dev.baton.console.watch.NodePoller;
import dev.baton.console.watch.StoreObserver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running console: what it watches, what it keeps, and the server of its page. */
public final class Console implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");

    private final List<AutoCloseable> parts = new ArrayList<>();
    private final ConsoleServer server;

    private Console(ConsoleSettings settings, BatonClock clock) {
        try {
            ConsoleFeed feed = new ConsoleFeed();
            ElectionBoard desk = new ElectionBoard(clock, feed);
            TenureHistory book = kept(TenureHistory.open(settings.history(), settings.kept()));
            List<StoreObserver> stores = new ArrayList<>();
            for (String url : settings.stores()) {
                String id = "s" + stores.size();
                stores.add(kept(new StoreObserver(id, Baton.connect(url), clock, desk, feed, book)));
            }
            List<NodePoller> nodes = new ArrayList<>();
            for (String url : settings.nodes()) {
                nodes.add(kept(new NodePoller(url, feed, settings.trust())));
            }
            startClock(desk, book, clock);
            RequestGuard guard = new RequestGuard(settings.host(), settings.isLoopback(), settings.token());
            ConsoleModel exhibits = new ConsoleModel(clock, desk, feed, book, stores, nodes, settings.hint());
            server = kept(new ConsoleServer(settings.host(), settings.port(), guard, exhibits));
        } catch (RuntimeException | Error failed) {
            close();
            throw failed;
        }
    }

    /** Starts to watch and to serve. */
    public static Console start(ConsoleSettings settings) {
        return new Console(settings, BatonClock.system());
    }

    private <T extends AutoCloseable> T kept(T part) {
        parts.add(0, part);
        return part;
    }

    /** Liveness is looked at every five seconds, whether frames arrive or not; old reigns go once an hour. */
    private void startClock(ElectionBoard desk, TenureHistory book, BatonClock clock) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "console-clock");
            thread.setDaemon(true);
            return thread;
        });
        kept(timer::shutdownNow);
        long every = LiveInstances.CLOCK.toMillis();
        timer.scheduleWithFixedDelay(quietly(desk::tick), every, every, TimeUnit.MILLISECONDS);
        timer.scheduleWithFixedDelay(
                quietly(() -> book.prune(Instant.ofEpochMilli(clock.wallMillis()))), 0, 1, TimeUnit.HOURS);
    }

    /** A timer that met an exception would never fire again. */
    private static Runnable quietly(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException failed) {
                LOG.error("a timer of the console failed; it goes on", failed);
            }
        };
    }

    /** Where it listens. */
    public int port() {
        return server.port();
    }

    /** The address of the page. */
    public String url() {
        return server.url();
    }

    @Override
    public void close() {
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception failed) {
                LOG.warn("a part of the console did not close: {}", failed.toString());
            }
        }
        parts.clear();
    }
}
