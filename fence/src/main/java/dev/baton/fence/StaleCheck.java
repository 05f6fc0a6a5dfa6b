package dev.baton.fence;

import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** Checks, on a separate connection, whether a later leader is the cause of a driver's error. */
record StaleCheck(Fence fence, DataSource dataSource, Leadership leadership) {
    /** The process that ended the transaction raises the epoch a moment later. */
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private static final Duration INTERVAL = Duration.ofMillis(20);

    private static final String IDLE_TOO_LONG = "25P03";

    /** Serialization failures, transactions ended for idling or for their length, sessions ended by the server. */
    private static final Set<String> SUSPECT = Set.of("40001", "25P03", "25P04", "57P01", "57P02", "57P05");

    /** After these errors the server has certainly not committed. */
    private static final Set<String> ABORTED = Set.of("40001", IDLE_TOO_LONG);

    /** Returns an exception if a later leader caused the failure. An error of the check itself is added to the failure. */
    Optional<StaleEpochException> explain(Throwable failed, TransactionTicket ticket) {
        Optional<String> state = suspectState(failed);
        if (state.isEmpty()) {
            return Optional.empty();
        }
        TransactionTicket checked = ABORTED.contains(state.get()) ? TransactionTicket.NOT_COMMITTED : ticket;
        try (Connection connection = dataSource.getConnection()) {
            long later = laterEpoch(connection, checked);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return later == 0 ? Optional.empty() : Optional.of(new StaleEpochException(leadership, later, failed));
        } catch (SQLException unknown) {
            failed.addSuppressed(unknown);
            return Optional.empty();
        }
    }

    /** Returns the epoch of a later leader; 0 if there is none, or if the transaction may have been committed. */
    private long laterEpoch(Connection connection, TransactionTicket ticket) throws SQLException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            long current = fence.current(connection, leadership.election());
            if (current > leadership.epoch() && ticket.isAborted(connection)) {
                return current;
            }
            if (ticket.equals(TransactionTicket.UNKNOWN) || System.nanoTime() - deadline > 0) {
                return 0;
            }
            if (!connection.getAutoCommit()) {
                // Get a new snapshot at every isolation level.
                connection.rollback();
            }
            LockSupport.parkNanos(INTERVAL.toNanos());
        }
    }

    /** Returns the SQL state of the error, also of a wrapped one, if a later leader may be its cause. */
    private static Optional<String> suspectState(Throwable failed) {
        int depth = 0;
        for (Throwable cause = failed; cause != null && depth < 20; cause = cause.getCause(), depth++) {
            if (cause instanceof LeadershipLostException) {
                // Nothing was sent after the deadline, so nothing was committed.
                return Optional.of(IDLE_TOO_LONG);
            }
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                String state = sql.getSQLState();
                if (SUSPECT.contains(state) || state.startsWith("08")) {
                    return Optional.of(state);
                }
            }
        }
        return Optional.empty();
    }
}
