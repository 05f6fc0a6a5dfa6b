package dev.baton.file;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.file.disk.TenureJournal;
import dev.baton.file.record.JournalEntry;
import dev.baton.spi.LeaderWatcher;
import dev.baton.support.thread.CoalescedTask;
import java.io.IOException;
import java.util.Optional;

/**
 * One observer of one election. The journal contains every tenure in order. The lock record shows leaders of other
 * programs, which write no journal, and leaders that ended without writing their end.
 */
final class FileElectionWatch implements Registration {

    private final String election;
    private final LeaderWatcher watcher;
    private final FileLeaderReader reader;
    private final FileBackend backend;
    private final TenureJournal.Cursor cursor;
    private final CoalescedTask soon;
    private volatile boolean open = true;
    private boolean started;
    private boolean changed;
    private long highestEpoch;
    private Optional<LeaderInfo> reported = Optional.empty();

    FileElectionWatch(String election, LeaderWatcher watcher, FileLeaderReader reader, FileBackend backend) {
        this.election = election;
        this.watcher = watcher;
        this.reader = reader;
        this.backend = backend;
        this.soon = new CoalescedTask(backend::runSoon, this::check);
        this.cursor = new TenureJournal.Cursor(reader.peers().layout().history(election));
    }

    String election() {
        return election;
    }

    /** Checks on another thread. Several calls before that result in one check. */
    void checkSoon() {
        if (open) {
            soon.request();
        }
    }

    synchronized void check() {
        if (!open) {
            return;
        }
        try {
            changed = false;
            if (started) {
                update();
            } else {
                start();
            }
            if (!changed) {
                watcher.confirmed();
            }
        } catch (IOException unreadable) {
            watcher.failed(unreadable);
        } catch (RuntimeException thrown) {
            FileBackend.LOG.warn("election={} an observer threw an exception", election, thrown);
        }
    }

    private void start() throws IOException {
        cursor.skipToEnd();
        Optional<LeaderInfo> current = reader.leaderOf(election);
        started = true;
        report(current);
    }

    /** Reports the new entries of the journal, then a change that only the lock record shows. */
    private void update() throws IOException {
        Optional<LeaderInfo> recorded = reader.leaderOf(election);
        long before = highestEpoch;
        for (JournalEntry entry : cursor.next()) {
            entry.handle(this::onBegan, this::onEnded);
        }
        // The record was read first, so it is older than a tenure that the journal has just shown.
        boolean journalIsNewer =
                highestEpoch > before && recorded.map(LeaderInfo::epoch).orElse(0L) < highestEpoch;
        // A tenure whose begin and end the journal has shown is not new, even if its record was read before.
        if (!journalIsNewer
                && !isSame(recorded, reported)
                && recorded.stream().allMatch(leader -> leader.epoch() == 0 || leader.epoch() > highestEpoch)) {
            report(recorded);
        }
    }

    private void onBegan(JournalEntry.Began began) {
        if (began.epoch() > highestEpoch) {
            report(Optional.of(began.asLeader(election)));
        }
    }

    private void onEnded(JournalEntry.Ended ended) {
        if (reported.filter(leader -> leader.epoch() == ended.epoch()).isPresent()) {
            report(Optional.empty());
        }
    }

    private static boolean isSame(Optional<LeaderInfo> one, Optional<LeaderInfo> other) {
        return one.map(LeaderInfo::epoch).equals(other.map(LeaderInfo::epoch))
                && one.map(LeaderInfo::instanceId).equals(other.map(LeaderInfo::instanceId));
    }

    private void report(Optional<LeaderInfo> leader) {
        changed = true;
        reported = leader;
        highestEpoch = Math.max(highestEpoch, leader.map(LeaderInfo::epoch).orElse(0L));
        watcher.leaderChanged(leader);
    }

    @Override
    public void close() {
        open = false;
        backend.participants().remove(this);
    }
}
