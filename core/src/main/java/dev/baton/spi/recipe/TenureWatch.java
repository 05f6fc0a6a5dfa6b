package dev.baton.spi.recipe;

import dev.baton.BatonException;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.TenureReporter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One observer of one election. The history has every tenure of Baton in order; the queue shows a leader that ended
 * without a release, and leaders of other programs.
 */
public final class TenureWatch implements Registration {
    /** How often the contact with the store is confirmed. */
    public static final Duration CONFIRM = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final String election;
    private final LeaderWatcher watcher;
    private final Store store;
    private final Consumer<TenureWatch> onClose;
    private final TenureReporter reporter;
    private final AtomicBoolean due = new AtomicBoolean();
    private volatile boolean open = true;

    /**
     * What an observer needs of its backend.
     *
     * @param isLive whether changes arrive by themselves at the moment
     * @param thread runs a poll later, on the thread of the observers
     * @param startMillis the wall time at which the watch began
     */
    public record Store(TenureSource source, BooleanSupplier isLive, Consumer<Runnable> thread, long startMillis) {}

    public TenureWatch(String election, LeaderWatcher watcher, Store store, Consumer<TenureWatch> onClose) {
        this.election = election;
        this.watcher = watcher;
        this.store = store;
        this.onClose = onClose;
        this.reporter = new TenureReporter(watcher);
    }

    public String election() {
        return election;
    }

    /** Reads the store soon, once for all changes until then. */
    public void pollLater() {
        if (open && due.compareAndSet(false, true)) {
            store.thread().accept(this::poll);
        }
    }

    /**
     * Confirms the contact, or reads again after it was lost. A poll that is still due has waited for long, or found no
     * thread. Called on the thread of the observers.
     */
    public void confirm() {
        if (open && !due.get() && store.isLive().getAsBoolean() && !reporter.isFirst()) {
            watcher.confirmed();
        } else {
            poll();
        }
    }

    private void poll() {
        due.set(false);
        if (!open) {
            return;
        }
        try {
            if (!reportNew() && open) {
                watcher.confirmed();
            }
        } catch (BatonException failed) {
            if (open) {
                watcher.failed(failed);
            }
        } catch (RuntimeException failed) {
            // A failing observer must not end the reports to others.
            LOG.warn("election={} observer failed", election, failed);
        }
    }

    private boolean reportNew() {
        // The leader is read first, so it is never newer than the tenures.
        Optional<LeaderInfo> now = store.source().leader(election);
        List<TenureEntry> later = store.source().tenures(election, reporter.highestEpoch());
        if (reporter.isFirst()) {
            later.stream()
                    .filter(tenure -> tenure.leader().since().toEpochMilli() < store.startMillis())
                    .mapToLong(tenure -> tenure.leader().epoch())
                    .max()
                    .ifPresent(reporter::startAfter);
        }
        List<TenureReporter.RecordedTenure> added = later.stream()
                .filter(tenure -> tenure.leader().epoch() > reporter.highestEpoch())
                .map(tenure -> new TenureReporter.RecordedTenure(
                        tenure.leader(), tenure.until().isPresent()))
                .toList();
        return open && reporter.report(now, added);
    }

    @Override
    public void close() {
        open = false;
        onClose.accept(this);
    }
}
