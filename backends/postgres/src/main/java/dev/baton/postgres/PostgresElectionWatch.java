package dev.baton.postgres;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.TenureReporter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One observer of one election. The table of reigns tells each of them in order; the lock table tells of
 * those who died without a word. Looks when a notification hints at news, and every other second anyway.
 */
final class PostgresElectionWatch implements Registration {
    /** The longest time between a change and the observer's hearing of it. */
    static final Duration STALENESS = Duration.ofSeconds(5);

    private static final long OLD_NANOS = Duration.ofSeconds(2).toNanos();

    private final String election;
    private final LeaderWatcher watcher;
    private final ControlThread control;
    private final NotifyChannel bulletin;
    private final long since = System.nanoTime();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final TenureReporter teller;
    private volatile boolean open = true;
    private volatile long lookedAt;

    PostgresElectionWatch(String election, LeaderWatcher watcher, ControlThread control, NotifyChannel bulletin) {
        this.election = election;
        this.watcher = watcher;
        this.teller = new TenureReporter(watcher);
        this.control = control;
        this.bulletin = bulletin;
        this.lookedAt = since;
    }

    String election() {
        return election;
    }

    void lookIfOld() {
        if (System.nanoTime() - lookedAt > OLD_NANOS) {
            lookSoon();
        }
    }

    void lookSoon() {
        if (open && asked.compareAndSet(false, true)) {
            control.ask(this::look).whenComplete((looked, failure) -> {
                asked.set(false);
                if (failure != null && open) {
                    watcher.failed(SqlErrors.unwrapped(failure));
                }
            });
        }
    }

    private boolean look(Connection connection) throws SQLException {
        asked.set(false);
        if (!open) {
            return false;
        }
        // The leader is read first, so it is never newer than the reigns.
        Optional<LeaderInfo> now = PostgresLeaderReader.leader(connection, election);
        if (teller.isFirst()) {
            long agoMillis = (System.nanoTime() - since) / 1_000_000 + 1;
            teller.startAfter(PostgresLeaderReader.epochBefore(connection, election, agoMillis));
        }
        List<TenureReporter.Told> news = PostgresLeaderReader.reignsAfter(connection, election, teller.highest());
        lookedAt = System.nanoTime();
        boolean changed = teller.tell(now, news);
        if (!changed) {
            watcher.confirmed();
        }
        return changed;
    }

    @Override
    public void close() {
        open = false;
        bulletin.remove(this);
    }
}
