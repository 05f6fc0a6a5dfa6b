package dev.baton.fence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The limits of one guarded transaction on servers that limit each statement and each pause, but not the transaction. What
 * begins late would last beyond the validity by the whole limit. So the limits are lowered when they are more than twice
 * the time that remains: one statement then, and none in transactions that end in the first half of the validity.
 */
final class StatementLimits {
    private static final long NOT_NEEDED = 0;

    private final Connection connection;

    /** The limit that the guard set. */
    private final long first;

    /** About the limit in effect; the session's own can be shorter. */
    private long millis;

    private StatementLimits(Connection connection, long first) {
        this.connection = connection;
        this.first = first;
        this.millis = first;
    }

    /** Returns the limits of a transaction that was just guarded. Sends nothing. */
    static StatementLimits of(Connection connection, SendDeadline deadline) throws SQLException {
        boolean needed = TransactionLimit.isPostgres(connection)
                && !TransactionLimit.strictest(connection).isRunning();
        return new StatementLimits(connection, needed ? TransactionLimit.millis(deadline.remaining()) : NOT_NEEDED);
    }

    /** Lowers the limits if they are much longer than the remaining time. The transaction must not have failed. */
    void lower(Duration remaining) throws SQLException {
        long now = TransactionLimit.millis(remaining);
        if (first != NOT_NEEDED && now < millis / 2) {
            TransactionLimit.lower(connection, now);
            millis = now;
        }
    }

    /** Notes that lower limits may have been undone with a part of the transaction. */
    void forget() {
        millis = first;
    }
}
