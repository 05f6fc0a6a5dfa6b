package dev.baton.file;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.file.disk.JournalCursor;
import dev.baton.file.record.JournalEntry;
import dev.baton.spi.LeaderWatcher;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One observer of one election. The journal tells every reign in order; the lock record tells of leaders
 * that write no journal, and of those that died without a word.
 */
final class FileElectionWatch implements Registration {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final String election;
    private final LeaderWatcher watcher;
    private final FileLeaderReader reader;
    private final FileBackend backend;
    private final JournalCursor cursor;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile boolean open = true;
    private boolean begun;
    private long highest;
    private Optional<LeaderInfo> shown = Optional.empty();

    FileElectionWatch(String election, LeaderWatcher watcher, FileLeaderReader reader, FileBackend backend) {
        this.election = election;
        this.watcher = watcher;
        this.reader = reader;
        this.backend = backend;
        this.cursor = new JournalCursor(reader.layout().history(election));
    }

    String election() {
        return election;
    }

    /** Looks on another thread; many calls at once make one look. */
    void lookSoon() {
        if (open && asked.compareAndSet(false, true)) {
            backend.soon(() -> {
                asked.set(false);
                look();
            });
        }
    }

    /** Looks now. */
    synchronized void look() {
        if (!open) {
            return;
        }
        try {
            boolean changed = begun ? follow() : begin();
            if (!changed) {
                watcher.confirmed();
            }
        } catch (IOException unreadable) {
            watcher.failed(unreadable);
        } catch (RuntimeException thrown) {
            LOG.warn("election={} an observer threw", election, thrown);
        }
    }

    private boolean begin() throws IOException {
        cursor.skipToEnd();
        Optional<LeaderInfo> now = reader.leaderOf(election);
        begun = true;
        show(now);
        return true;
    }

    /** Tells what the journal says since, then what only the lock record knows. */
    private boolean follow() throws IOException {
        Optional<LeaderInfo> now = reader.leaderOf(election);
        long before = highest;
        boolean changed = false;
        for (JournalEntry entry : cursor.next()) {
            if (entry instanceof JournalEntry.Began began && began.epoch() > highest) {
                show(Optional.of(began.asLeader(election)));
                changed = true;
            } else if (entry instanceof JournalEntry.Ended && isShown(entry.epoch())) {
                show(Optional.empty());
                changed = true;
            }
        }
        // The record was read first, so it is older than a reign that the journal has just told.
        boolean journalIsNewer = highest > before && now.map(LeaderInfo::epoch).orElse(0L) < highest;
        if (!journalIsNewer && !isSame(now, shown) && now.map(this::isNews).orElse(true)) {
            show(now);
            changed = true;
        }
        return changed;
    }

    private boolean isShown(long epoch) {
        return shown.filter(leader -> leader.epoch() == epoch).isPresent();
    }

    /** A reign that the journal has told and closed is no news, though its record was seen a moment ago. */
    private boolean isNews(LeaderInfo leader) {
        return leader.epoch() == 0 || leader.epoch() > highest;
    }

    private static boolean isSame(Optional<LeaderInfo> one, Optional<LeaderInfo> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() && other.isEmpty();
        }
        return one.get().epoch() == other.get().epoch()
                && one.get().instanceId().equals(other.get().instanceId());
    }

    private void show(Optional<LeaderInfo> leader) {
        shown = leader;
        highest = Math.max(highest, leader.map(LeaderInfo::epoch).orElse(0L));
        watcher.leaderChanged(leader);
    }

    @Override
    public void close() {
        open = false;
        backend.forget(this);
    }
}
