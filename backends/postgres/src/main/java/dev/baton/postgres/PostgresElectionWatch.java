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
 * One observer of one election. It reports all tenures in order from the history, and from the lock table the leaders that
 * died. It reads after every notification, and otherwise every two seconds.
 */
final class PostgresElectionWatch implements Registration {
    /** The longest time until an observer is notified of a change. */
    static final Duration STALENESS = Duration.ofSeconds(5);

    private static final long REFRESH_NANOS = Duration.ofSeconds(2).toNanos();

    private final String election;
    private final LeaderWatcher watcher;
    private final ControlThread control;
    private final NotifyChannel notifications;
    private final long startedAt = System.nanoTime();
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private final TenureReporter reporter;
    private volatile boolean open = true;
    private volatile long readAt;

    PostgresElectionWatch(String election, LeaderWatcher watcher, ControlThread control, NotifyChannel notifications) {
        this.election = election;
        this.watcher = watcher;
        this.reporter = new TenureReporter(watcher);
        this.control = control;
        this.notifications = notifications;
        this.readAt = startedAt;
    }

    String election() {
        return election;
    }

    void refreshIfStale() {
        if (System.nanoTime() - readAt > REFRESH_NANOS) {
            refresh();
        }
    }

    void refresh() {
        if (open && refreshing.compareAndSet(false, true)) {
            control.submitRetrying(this::read).whenComplete((changed, failure) -> {
                refreshing.set(false);
                if (failure != null && open) {
                    watcher.failed(SqlErrors.unwrapped(failure));
                }
            });
        }
    }

    private boolean read(Connection connection) throws SQLException {
        refreshing.set(false);
        if (!open) {
            return false;
        }
        // Read the leader first, so that it is never newer than the history.
        Optional<LeaderInfo> leader = PostgresLeaderReader.leader(connection, election);
        if (reporter.isFirst()) {
            long agoMillis = (System.nanoTime() - startedAt) / 1_000_000 + 1;
            reporter.startAfter(PostgresLeaderReader.epochBefore(connection, election, agoMillis));
        }
        List<TenureReporter.RecordedTenure> tenures =
                PostgresLeaderReader.tenuresAfter(connection, election, reporter.highestEpoch());
        readAt = System.nanoTime();
        boolean changed = reporter.report(leader, tenures);
        if (!changed) {
            watcher.confirmed();
        }
        return changed;
    }

    @Override
    public void close() {
        open = false;
        notifications.watches().remove(this);
    }
}
