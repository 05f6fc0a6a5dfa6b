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

/** One observer of one election. The history has every tenure in order; the lease shows a leader that ended without release. */
final class LeaseElectionWatch implements Registration {
    /** The maximum delay between a change and the call of the observer, while the store answers. */
    static final Duration STALENESS = Duration.ofSeconds(5);

    private final String election;
    private final LeaderWatcher watcher;
    private final LeaseContext context;
    private final RecordPoller poller;
    private final long since = System.nanoTime();
    private final TenureReporter reporter;
    private volatile boolean open = true;

    LeaseElectionWatch(String election, LeaderWatcher watcher, LeaseContext context, RecordPoller poller) {
        this.election = election;
        this.watcher = watcher;
        this.reporter = new TenureReporter(watcher);
        this.context = context;
        this.poller = poller;
    }

    /** Reads the store, on the thread of the poller. */
    void poll(boolean regular) {
        if (!open) {
            return;
        }
        try {
            if (!reportNew() && regular) {
                watcher.confirmed();
            }
        } catch (BatonException failed) {
            if (open) {
                watcher.failed(failed);
            }
        } catch (RuntimeException failed) {
            // A failing observer must not end the poller of all candidates.
            LeaseBackend.LOG.warn("election={} observer failed", election, failed);
        }
    }

    private boolean reportNew() {
        // The leader is read first, so it is never newer than the tenures.
        Optional<LeaderInfo> now = context.records().of(election).leader(election, context::hasEnded);
        if (reporter.isFirst()) {
            reporter.startAfter(epochBeforeWatch());
        }
        List<TenureReporter.RecordedTenure> added =
                context.records().tenuresAfter(election, reporter.highestEpoch()).stream()
                        .map(tenure -> new TenureReporter.RecordedTenure(tenure.leader(), tenure.isOver()))
                        .toList();
        return open && reporter.report(now, added);
    }

    private long epochBeforeWatch() {
        long agoMillis = (System.nanoTime() - since) / 1_000_000 + 1;
        Instant start = Instant.ofEpochMilli(context.store().clockMillis() - agoMillis);
        return context.records().tenuresAfter(election, 0).stream()
                .filter(tenure -> !tenure.leader().since().isAfter(start))
                .mapToLong(TenureRecord::epoch)
                .max()
                .orElse(0);
    }

    @Override
    public void close() {
        open = false;
        poller.remove(this);
    }
}
