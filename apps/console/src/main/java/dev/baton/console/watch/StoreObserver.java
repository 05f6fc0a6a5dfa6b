package dev.baton.console.watch;

import dev.baton.BatonException;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.LeaderObservation;
import dev.baton.TransferOutcome;
import dev.baton.console.history.TenureHistory;
import dev.baton.console.view.LiveInstances;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observes all elections of one store. The store pushes changes of leader; elections and rosters are polled. While the
 * roster does not yet show a new leader, {@link LeaderChangePoller} reads it more often.
 */
public final class StoreObserver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    /** Polling takes at most a tenth of the time, */
    private static final int PAUSE_FACTOR = 10;
    /** unless the pause would be so long that live instances age out. */
    private static final Duration MAX_PAUSE = LiveInstances.MAX_AGE.dividedBy(5);

    private final ObservedStore store;
    private final ConsoleFeed feed;
    private final HistoryLoader historyLoader;
    private final LeaderChangePoller leaderChangePoller;
    private final TransferPoller transferPoller;
    private final Duration pollInterval;
    private final Map<String, LeaderObservation> observations = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile Optional<String> error = Optional.empty();
    private volatile Optional<String> absence = Optional.empty();

    /** Starts to observe a store. */
    public StoreObserver(ObservedStore store, ConsoleFeed feed, TenureHistory history, Duration pollInterval) {
        this.store = store;
        this.feed = feed;
        this.historyLoader = new HistoryLoader(store, history);
        this.leaderChangePoller = new LeaderChangePoller(store);
        this.transferPoller = new TransferPoller(store);
        this.pollInterval = pollInterval;
        this.thread = NamedThreads.start("console-" + id(), this::run);
    }

    public String id() {
        return store.id();
    }

    /** Returns the description of the store, which also identifies it in the history. */
    public String describe() {
        return store.describe();
    }

    /** Returns the fields of the store's JSON object for the page. */
    public JsonObject fields() {
        return new JsonObject()
                .with("store", id())
                .with("describe", describe())
                .with("absent", absence.orElse(null))
                .with("trouble", error.orElse(null));
    }

    /** Returns the time since the last contact with the store about the leader of an election. */
    public Duration age(String election) {
        LeaderObservation observation = observations.get(election);
        return observation == null ? Duration.ZERO : observation.age();
    }

    /** Requests a transfer and, if the request was sent, follows it to its outcome. */
    public TransferOutcome transfer(RequestedTransfer transfer) {
        return transferPoller.request(transfer);
    }

    private void run() {
        LastingLoop.run("the observation of " + describe(), () -> {
            long start = store.clock().nanos();
            poll(start);
            Duration pause = pauseAfter(Duration.ofNanos(store.clock().nanos() - start), pollInterval);
            return !closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        });
        LOG.debug("{} is no longer observed", describe());
    }

    /** Returns the time to wait after a poll that took the given time. */
    static Duration pauseAfter(Duration poll, Duration pollInterval) {
        Duration pause = poll.multipliedBy(PAUSE_FACTOR);
        Duration bounded = pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
        return bounded.compareTo(pollInterval) < 0 ? pollInterval : bounded;
    }

    private void poll(long asOf) throws InterruptedException {
        try {
            Set<String> elections = new HashSet<>(store.baton().elections());
            List<InstanceStatus> roster =
                    store.await(store.baton().backend().roster().list(elections));
            elections.forEach(this::observe);
            closeOtherObservations(elections);
            store.board().updateStore(id(), elections, roster, asOf);
            reportAbsence(elections.isEmpty() ? store.absence() : Optional.empty());
            report(Optional.empty());
        } catch (BatonException unreachable) {
            store.board().storeUnreadable(id(), asOf);
            if (closed.getCount() > 0) {
                report(Optional.of(String.valueOf(unreachable.getMessage())));
            }
        } catch (RuntimeException failed) {
            LOG.error("could not read {}; retrying", describe(), failed);
            store.board().storeUnreadable(id(), asOf);
            report(Optional.of(String.valueOf(failed.getMessage())));
        }
    }

    private void observe(String election) {
        ElectionKey key = store.key(election);
        observations.computeIfAbsent(
                election, name -> store.baton().election(name).observe(leader -> leaderChanged(key, leader)));
    }

    private void closeOtherObservations(Set<String> elections) {
        observations.entrySet().removeIf(observation -> {
            boolean removed = !elections.contains(observation.getKey());
            if (removed) {
                observation.getValue().close();
            }
            return removed;
        });
    }

    private void leaderChanged(ElectionKey key, Optional<LeaderInfo> leader) {
        Optional<FormerLeader> former = store.board().updateLeader(key, leader);
        historyLoader.loadLater(key, leader, former);
        leaderChangePoller.leaderChanged(key.election());
        transferPoller.leaderChanged(key, leader);
    }

    private void reportAbsence(Optional<String> now) {
        if (!now.equals(absence)) {
            absence = now;
            now.ifPresent(why -> LOG.info("{}: {}", describe(), why));
            feed.publish("store", Json.write(fields()));
        }
    }

    private void report(Optional<String> now) {
        if (now.isPresent() != error.isPresent()) {
            if (now.isPresent()) {
                LOG.warn("cannot read store {}: {}; showing the last known state and retrying", describe(), now.get());
            } else {
                LOG.info("store {} can be read again", describe());
            }
            error = now;
            store.board().log(now.isPresent() ? "unreachable" : "reachable", store.key(""), "", 0, describe());
            feed.publish("store", Json.write(fields()));
        }
    }

    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
        leaderChangePoller.close();
        transferPoller.close();
        historyLoader.close();
        observations.values().forEach(LeaderObservation::close);
        store.baton().close();
    }
}
