package dev.baton.console.watch;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.console.history.HistoryException;
import dev.baton.console.history.TenureHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the reigns of one store's elections, writes them into the book and puts them on the desk: at every change,
 * and once more a little later, because the end of a reign may be written down after its successor was told.
 */
final class HistoryLoader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final Duration ONCE_MORE = Duration.ofSeconds(2);

    private final String store;
    private final Baton baton;
    private final BatonClock clock;
    private final ElectionBoard desk;
    private final TenureHistory book;
    private final Set<ElectionKey> awaited = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor thread;

    HistoryLoader(String store, Baton baton, BatonClock clock, ElectionBoard desk, TenureHistory book) {
        this.store = store;
        this.baton = baton;
        this.clock = clock;
        this.desk = desk;
        this.book = book;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "console-history-" + store);
            made.setDaemon(true);
            return made;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Fetches on another thread; {@code leader} is who leads now. */
    void fetchSoon(ElectionKey place, Optional<LeaderInfo> leader) {
        try {
            thread.execute(() -> fetch(place, leader));
            if (awaited.add(place)) {
                thread.schedule(() -> again(place), ONCE_MORE.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (RejectedExecutionException closed) {
            LOG.debug("no longer fetching the history of {}", store);
        }
    }

    private void again(ElectionKey place) {
        awaited.remove(place);
        try {
            record(place);
        } catch (BatonException | HistoryException failed) {
            LOG.debug("the history of {} was not fetched again", place.election(), failed);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void fetch(ElectionKey place, Optional<LeaderInfo> leader) {
        try {
            record(place);
            long epoch = leader.map(LeaderInfo::epoch).orElse(0L);
            if (book.seeOnly(baton.backend().describe(), place.election(), epoch, now())) {
                show(place);
            }
        } catch (BatonException | HistoryException failed) {
            LOG.warn("the history of {} could not be kept: {}", place.election(), failed.getMessage());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void record(ElectionKey place) throws InterruptedException {
        List<Tenure> told = BoundedWait.await(
                baton.backend().history(place.election()), baton.backend().describe());
        book.tell(baton.backend().describe(), place.election(), told, now());
        show(place);
    }

    private void show(ElectionKey place) {
        desk.reigned(place, book.reigns(baton.backend().describe(), place.election()));
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.wallMillis());
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(2, TimeUnit.SECONDS)) {
                LOG.debug("the history of {} is still being fetched", store);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
