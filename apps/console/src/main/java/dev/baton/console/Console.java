package dev.baton.console;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.console.history.TenureHistory;
import dev.baton.console.http.ConsoleModel;
import dev.baton.console.http.ConsoleServer;
import dev.baton.console.http.FaultRoutes;
import dev.baton.console.http.RequestGuard;
import dev.baton.console.http.RunClock;
import dev.baton.console.view.LiveInstances;
import dev.baton.console.watch.ConsoleFeed;
import dev.baton.console.watch.ElectionBoard;
import dev.baton.console.watch.NodePoller;
import dev.baton.console.watch.ObservedStore;
import dev.baton.console.watch.StoreObserver;
import dev.baton.http.HostCheck;
import dev.baton.http.TokenFile;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running console. It observes the stores and nodes of its settings and serves the page until it is closed. */
public final class Console implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    private static final int MIN_TOKEN_LENGTH = 8;

    /** In the order in which they are closed. */
    private final List<AutoCloseable> parts = new ArrayList<>();

    private final ConsoleServer server;

    /** Starts a console with the clock and the poll interval that a test needs. */
    Console(ConsoleSettings settings, BatonClock clock, Duration pollInterval) {
        try {
            ConsoleFeed feed = new ConsoleFeed();
            ElectionBoard board = new ElectionBoard(clock, feed);
            TenureHistory history = closeLater(TenureHistory.open(settings.history(), settings.retention()));
            List<StoreObserver> stores = new ArrayList<>();
            for (String url : settings.stores()) {
                ObservedStore store = new ObservedStore("s" + stores.size(), Baton.connect(url), clock, board);
                stores.add(closeLater(new StoreObserver(store, feed, history, pollInterval)));
            }
            Optional<TokenFile> nodeToken = settings.nodeTokenFile().map(TokenFile::in);
            List<NodePoller> nodes = new ArrayList<>();
            for (String url : settings.nodes()) {
                nodes.add(closeLater(
                        new NodePoller("n" + nodes.size(), url, feed, settings.tls(), nodeToken, pollInterval)));
            }
            startTimers(board, history, clock);
            RequestGuard guard = new RequestGuard(
                    HostCheck.of(settings.host()),
                    settings.tokenFile().map(file -> TokenFile.in(file, MIN_TOKEN_LENGTH)));
            Optional<FaultRoutes> faults = settings.faults().map(each -> new FaultRoutes(each, feed));
            ConsoleModel model =
                    new ConsoleModel(clock, new RunClock(clock), board, feed, history, stores, nodes, faults);
            server = closeLater(new ConsoleServer(settings.host(), settings.port(), guard, model));
        } catch (RuntimeException | Error failed) {
            close();
            throw failed;
        }
    }

    /**
     * Starts a console.
     *
     * @throws IllegalArgumentException if a setting cannot be used, such as a port that is in use
     * @throws dev.baton.console.history.HistoryException if the history file cannot be used
     */
    public static Console start(ConsoleSettings settings) {
        return new Console(settings, BatonClock.system(), POLL_INTERVAL);
    }

    private <T extends AutoCloseable> T closeLater(T part) {
        parts.add(0, part);
        return part;
    }

    private void startTimers(ElectionBoard board, TenureHistory history, BatonClock clock) {
        ScheduledExecutorService timer = NamedThreads.scheduler("console-clock");
        closeLater(timer::shutdownNow);
        long interval = LiveInstances.CHECK_INTERVAL.toMillis();
        timer.scheduleWithFixedDelay(
                LastingLoop.periodic("the clock of the console", board::tick),
                interval,
                interval,
                TimeUnit.MILLISECONDS);
        timer.scheduleWithFixedDelay(
                LastingLoop.periodic(
                        "the removal of old history", () -> history.prune(Instant.ofEpochMilli(clock.wallMillis()))),
                0,
                1,
                TimeUnit.HOURS);
    }

    /** Returns the port that the console listens on. */
    public int port() {
        return server.port();
    }

    /** Returns the address of the page. */
    public String url() {
        return server.url();
    }

    @Override
    public void close() {
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception failed) {
                LOG.warn("could not close a part of the console: {}", failed.toString());
            }
        }
        parts.clear();
    }
}
