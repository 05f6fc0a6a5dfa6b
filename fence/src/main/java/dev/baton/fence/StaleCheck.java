package dev.baton.fence;

import dev.baton.Leadership;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** The search for a later leader behind a driver's error, on a connection of its own. */
record StaleCheck(Fence fence, DataSource dataSource, Leadership leadership) {
    /** Whoever ended the transaction raises the epoch a moment later. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private static final Duration PAUSE = Duration.ofMillis(20);

    /** Serialization failures, transactions ended for idling or for their length, sessions ended by the server. */
    private static final Set<String> SUSPECT = Set.of("40001", "25P03", "25P04", "57P01", "57P02", "57P05");

    /** After these the server has not committed, whatever was asked of it. */
    private static final Set<String> CONCLUSIVE = Set.of("40001", "25P03");

    /** What the failure means, when it means a later leader. A failure to find out is added to it. */
    Optional<StaleEpochException> into(Throwable failed, TransactionTicket ticket) {
        Optional<String> state = suspectState(failed);
        if (state.isEmpty()) {
            return Optional.empty();
        }
        TransactionTicket asked = CONCLUSIVE.contains(state.get()) ? TransactionTicket.UNUSED : ticket;
        try (Connection connection = dataSource.getConnection()) {
            OptionalLong later = later(connection, asked);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return later.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new StaleEpochException(leadership, later.getAsLong(), failed));
        } catch (SQLException unknown) {
            failed.addSuppressed(unknown);
            return Optional.empty();
        }
    }

    private OptionalLong later(Connection connection, TransactionTicket ticket) throws SQLException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            OptionalLong current = fence.current(connection, leadership.election());
            if (current.orElse(0) > leadership.epoch() && ticket.isUndone(connection)) {
                return current;
            }
            if (ticket.equals(TransactionTicket.ANONYMOUS) || System.nanoTime() - until > 0) {
                return OptionalLong.empty();
            }
            if (!connection.getAutoCommit()) {
                // A new snapshot, whatever the isolation level.
                connection.rollback();
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** The state of the error behind a failure, however it was wrapped, if a later leader may be behind that. */
    private static Optional<String> suspectState(Throwable failed) {
        int depth = 0;
        for (Throwable cause = failed; cause != null && depth < 20; cause = cause.getCause(), depth++) {
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
