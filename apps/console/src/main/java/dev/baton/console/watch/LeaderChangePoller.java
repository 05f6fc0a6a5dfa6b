package dev.baton.console.watch;

import dev.baton.BatonException;
import dev.baton.InstanceStatus;
import dev.baton.spi.Roster;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the roster of elections whose leader has just changed, repeatedly until the roster shows the new leader: the
 * leader publishes its status shortly after it acquires, but the store does not signal that. Runs on a thread of its own,
 * so that it does not wait for the reading of a whole store.
 */
final class LeaderChangePoller implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final Duration FAST_INTERVAL = Duration.ofMillis(25);
    private static final Duration FAST_PERIOD = Duration.ofSeconds(1);
    private static final Duration SLOW_INTERVAL = Duration.ofMillis(150);
    /** Later statuses are found when the whole store is read. */
    private static final Duration MAX_PERIOD = Duration.ofSeconds(6);
    /** Up to this many elections are read one by one, which is fast even if the store is large. */
    private static final int MAX_SINGLE_READS = 5;
    /** Reading many elections takes at most a fifth of the time. */
    private static final int PAUSE_FACTOR = 4;

    private final ObservedStore store;
    private final Map<String, Long> changedAt = new ConcurrentHashMap<>();
    private final Semaphore changes = new Semaphore(0);
    private final Thread thread;

    LeaderChangePoller(ObservedStore store) {
        this.store = store;
        this.thread = NamedThreads.start("console-leader-changes-" + store.id(), this::run);
    }

    /** Starts to poll an election whose leader has changed. */
    void leaderChanged(String election) {
        changedAt.put(election, nanos());
        changes.release();
    }

    private void run() {
        LastingLoop.run("the reading of changes in store " + store.id(), this::round);
        LOG.debug("store {} is no longer polled for changes of leader", store.id());
    }

    private boolean round() throws InterruptedException {
        if (changedAt.isEmpty()) {
            changes.acquire();
        }
        changes.drainPermits();
        long start = nanos();
        read(Set.copyOf(changedAt.keySet()));
        changedAt.forEach((election, since) -> removeIfSettled(election, since, start));
        pause(nanos() - start);
        return true;
    }

    private void read(Set<String> elections) throws InterruptedException {
        Roster roster = store.baton().backend().roster();
        try {
            if (elections.size() > MAX_SINGLE_READS) {
                long asOf = nanos();
                Map<String, List<InstanceStatus>> rosters = store.await(roster.list(elections)).stream()
                        .collect(Collectors.groupingBy(InstanceStatus::election));
                elections.forEach(election -> update(election, rosters.getOrDefault(election, List.of()), asOf));
            } else {
                for (String election : elections) {
                    long asOf = nanos();
                    update(election, store.await(roster.list(election)), asOf);
                }
            }
        } catch (BatonException unreachable) {
            LOG.debug("could not read the roster of {}", store.id(), unreachable);
        } catch (RuntimeException failed) {
            LOG.warn("could not read the roster of {}; retrying", store.id(), failed);
        }
    }

    private void update(String election, List<InstanceStatus> roster, long asOf) {
        store.board().updateRoster(store.key(election), roster, asOf);
    }

    private void removeIfSettled(String election, long since, long now) {
        boolean settled = store.board().isSettled(store.key(election));
        if (settled || now - since > MAX_PERIOD.toNanos()) {
            changedAt.remove(election, since);
            LOG.debug("election={} settled={} after {} ms", election, settled, (nanos() - since) / 1_000_000);
        }
    }

    private void pause(long readNanos) throws InterruptedException {
        if (changedAt.isEmpty()) {
            return;
        }
        if (changedAt.size() > MAX_SINGLE_READS) {
            TimeUnit.NANOSECONDS.sleep(PAUSE_FACTOR * readNanos);
        }
        long now = nanos();
        boolean fast = changedAt.values().stream().anyMatch(since -> now - since < FAST_PERIOD.toNanos());
        Duration interval = fast ? FAST_INTERVAL : SLOW_INTERVAL;
        if (changes.tryAcquire(interval.toNanos(), TimeUnit.NANOSECONDS)) {
            LOG.trace("another leader has changed in {}", store.id());
        }
    }

    private long nanos() {
        return store.clock().nanos();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
