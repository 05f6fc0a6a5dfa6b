package dev.baton.console.watch;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.console.history.HistoryException;
import dev.baton.console.history.TenureHistory;
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

    private final Baton baton;
    private final BatonClock clock;
    private final ElectionBoard board;
    private final TenureHistory history;
    private final Set<ElectionKey> secondLoads = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService executor;

    HistoryLoader(String store, Baton baton, BatonClock clock, ElectionBoard board, TenureHistory history) {
        this.baton = baton;
        this.clock = clock;
        this.board = board;
        this.history = history;
        this.executor = NamedThreads.scheduler("console-history-" + store);
    }

    /** Loads the tenures of an election in the background, after the store has reported the given leader. */
    void loadLater(ElectionKey key, Optional<LeaderInfo> leader) {
        try {
            executor.execute(() -> load(key, leader.map(LeaderInfo::epoch).or(() -> Optional.of(0L))));
            if (secondLoads.add(key)) {
                executor.schedule(
                        () -> {
                            secondLoads.remove(key);
                            load(key, Optional.empty());
                        },
                        SECOND_LOAD_DELAY.toMillis(),
                        TimeUnit.MILLISECONDS);
            }
        } catch (RejectedExecutionException closed) {
            LOG.debug("history of {} not loaded: the console is closing", key.election());
        }
    }

    private void load(ElectionKey key, Optional<Long> currentEpoch) {
        String store = baton.backend().describe();
        try {
            List<Tenure> tenures = BoundedWait.await(baton.backend().history(key.election()), store);
            Instant now = Instant.ofEpochMilli(clock.wallMillis());
            history.record(store, key.election(), tenures, now);
            currentEpoch.ifPresent(epoch -> history.recordCurrent(store, key.election(), epoch, now));
            board.updateTenures(key, history.tenures(store, key.election()));
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
                LOG.debug(
                        "a history is still being loaded from {}",
                        baton.backend().describe());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
