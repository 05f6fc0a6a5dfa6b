package dev.baton.lease;

import dev.baton.BatonException;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.TenureReporter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One observer of one election: the history tells each reign in order, the lease who died without a word. */
final class LeaseElectionWatch implements Registration {
    /** The longest time between a change and the observer's hearing of it, while the store answers. */
    static final Duration STALENESS = Duration.ofSeconds(5);

    private final String election;
    private final LeaderWatcher watcher;
    private final RecordPoller lookout;
    private final long since = System.nanoTime();
    private final TenureReporter teller;
    private volatile boolean open = true;

    LeaseElectionWatch(String election, LeaderWatcher watcher, RecordPoller lookout) {
        this.election = election;
        this.watcher = watcher;
        this.teller = new TenureReporter(watcher);
        this.lookout = lookout;
    }

    /** Looks, on the thread of the lookout. */
    void look(LeaseBackend backend, boolean regular) {
        if (!open) {
            return;
        }
        try {
            if (!tellNews(backend) && regular) {
                watcher.confirmed();
            }
        } catch (BatonException failed) {
            if (open) {
                watcher.failed(failed);
            }
        } catch (RuntimeException failed) {
            // One observer must not end the lookout of all candidates.
            LeaseBackend.LOG.warn("election={} an observer failed", election, failed);
        }
    }

    private boolean tellNews(LeaseBackend backend) {
        // The leader is read first, so it is never newer than the reigns.
        Optional<LeaderInfo> now = backend.leader(election);
        if (teller.isFirst()) {
            teller.startAfter(epochBeforeTheWatch(backend));
        }
        List<TenureReporter.Told> news = backend.records().reignsAfter(election, teller.highest()).stream()
                .map(reign -> new TenureReporter.Told(reign.leader(), reign.isOver()))
                .toList();
        return open && teller.tell(now, news);
    }

    private long epochBeforeTheWatch(LeaseBackend backend) {
        long agoMillis = (System.nanoTime() - since) / 1_000_000 + 1;
        Instant start = Instant.ofEpochMilli(backend.store().clockMillis() - agoMillis);
        return backend.records().reignsAfter(election, 0).stream()
                .filter(reign -> !reign.began().isAfter(start))
                .mapToLong(TenureRecord::epoch)
                .max()
                .orElse(0);
    }

    @Override
    public void close() {
        open = false;
        lookout.remove(this);
    }
}
