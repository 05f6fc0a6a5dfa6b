package dev.baton.console.watch;

import dev.baton.BatonException;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.console.history.HistoryException;
import dev.baton.console.history.TenureHistory;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the tenures of a store's elections to the history file and to the board: after every change of leader, and once
 * more a little later, because the end of a tenure may be recorded after its successor was observed.
 */
final class HistoryLoader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final Duration SECOND_LOAD_DELAY = Duration.ofSeconds(2);

    private final ObservedStore store;
    private final TenureHistory history;
    private final Set<ElectionKey> secondLoads = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService executor;

    HistoryLoader(ObservedStore store, TenureHistory history) {
        this.store = store;
        this.history = history;
        this.executor = NamedThreads.scheduler("console-history-" + store.id());
    }

    /**
     * Loads the tenures of an election in the background, after the store has reported a leader.
     *
     * @param former the last sighting of the leader before
     */
    void loadLater(ElectionKey key, Optional<LeaderInfo> leader, Optional<FormerLeader> former) {
        try {
            String task = "loading the history of " + key.election();
            Optional<Long> epoch = leader.map(LeaderInfo::epoch).or(() -> Optional.of(0L));
            executor.execute(LastingLoop.periodic(task, () -> load(key, epoch, former)));
            if (secondLoads.add(key)) {
                executor.schedule(
                        LastingLoop.periodic(task, () -> {
                            secondLoads.remove(key);
                            load(key, Optional.empty(), Optional.empty());
                        }),
                        SECOND_LOAD_DELAY.toMillis(),
                        TimeUnit.MILLISECONDS);
            }
        } catch (RejectedExecutionException closed) {
            LOG.debug("history of {} not loaded: the console is closing", key.election());
        }
    }

    private void load(ElectionKey key, Optional<Long> currentEpoch, Optional<FormerLeader> former) {
        String name = store.describe();
        try {
            List<Tenure> tenures = store.await(store.baton().backend().history(key.election()));
            Instant now = Instant.ofEpochMilli(store.clock().wallMillis());
            history.record(name, key.election(), tenures, now);
            currentEpoch.ifPresent(epoch -> history.recordCurrent(name, key.election(), epoch, now));
            former.ifPresent(last -> history.recordLastSeen(name, key.election(), last.epoch(), last.seen()));
            store.board().updateTenures(key, history.tenures(name, key.election()), currentEpoch.isEmpty());
        } catch (BatonException | HistoryException failed) {
            LOG.warn("could not load the history of {}: {}", key.election(), failed.getMessage());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(2, TimeUnit.SECONDS)) {
                LOG.debug("a history is still being loaded from {}", store.describe());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
