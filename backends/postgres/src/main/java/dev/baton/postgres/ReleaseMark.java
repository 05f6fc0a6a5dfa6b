package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.ReleaseRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * The mark that a reign was released, with the reservation and the news of it. Transactions fenced by the
 * epoch may hold its row, one after the other and for ever in turn; whoever marks it queues for their
 * guard, where those that come later wait, and holds it only until the mark is written.
 *
 * @param hold the one that led
 */
record ReleaseMark(HeldLock hold, ReleaseRequest departure) {
    private static final Duration RESERVATION = Duration.ofSeconds(2);

    private static final String MARK = " marked AS (UPDATE baton_epochs e SET released = true, reserved_for = ?,"
            + " reserved_until = clock_timestamp() + ? * interval '1 ms' FROM free"
            + " WHERE e.election = ? AND e.epoch = ? AND e.process = ? RETURNING e.epoch),"
            + " closed AS (UPDATE baton_reigns r SET ended_at = clock_timestamp(), reason = ?"
            + " FROM marked WHERE r.election = ? AND r.epoch = marked.epoch)"
            + " SELECT true, pg_notify('" + NotifyChannel.CHANNEL + "', ?) FROM marked";

    private static final String IN_TURN = "WITH free AS MATERIALIZED (SELECT 1 FROM pg_advisory_xact_lock(?)),";

    private static final String ROW_IF_FREE = "SELECT 1 FROM baton_epochs WHERE election = ? FOR UPDATE SKIP LOCKED";

    private static final String BESIDE = "WITH free AS MATERIALIZED (" + ROW_IF_FREE + "),";

    /**
     * Nothing waits here, not even for the disk: after a crash of the server the lock is free, marked or
     * not. The lock goes in a transaction of its own, when the mark is there for everybody to see.
     */
    private static final String WITH_LOCK = "BEGIN; WITH unhurried AS MATERIALIZED (SELECT"
            + " set_config('synchronous_commit', 'off', true), pg_try_advisory_xact_lock(?) AS ours),"
            + " row AS MATERIALIZED (" + ROW_IF_FREE + "),"
            + " free AS MATERIALIZED (SELECT 1 FROM unhurried, row WHERE ours)," + MARK + ";"
            + " COMMIT; SELECT pg_advisory_unlock(e.key1, e.key2) FROM baton_epochs e"
            + " WHERE e.key1 = ? AND e.key2 = ? AND e.epoch = ? AND e.process = ? AND e.released";

    private String election() {
        return hold.contender().election();
    }

    /** Marks it, on any session but the one that holds the lock: waits for a slice. False when it is not ours. */
    boolean on(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(IN_TURN + MARK)) {
            statement.setLong(1, AdvisoryKeys.guardOf(election()));
            fill(statement, 2);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        } catch (SQLException failed) {
            if (!SqlErrors.state(failed).equals(SqlErrors.LOCK_NOT_AVAILABLE)) {
                throw failed;
            }
            return besideAFrozenOne(connection);
        }
    }

    /** A fenced transaction stands still: the mark is made beside it, unless it holds the very row. */
    private boolean besideAFrozenOne(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BESIDE + MARK)) {
            statement.setString(1, election());
            fill(statement, 2);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException(
                            "a transaction fenced by epoch " + hold.epoch() + " holds its row",
                            SqlErrors.LOCK_NOT_AVAILABLE);
                }
                return true;
            }
        }
    }

    /** Marks it and frees the lock in one round trip of the session that holds it; false when that had to wait. */
    boolean withLock(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WITH_LOCK)) {
            statement.setLong(1, AdvisoryKeys.guardOf(election()));
            statement.setString(2, election());
            int next = fill(statement, 3);
            statement.setInt(next, hold.keys().key1());
            statement.setInt(next + 1, hold.keys().key2());
            statement.setLong(next + 2, hold.epoch());
            statement.setLong(next + 3, hold.process());
            return isUnlocked(statement);
        } catch (SQLException failed) {
            if (!SqlErrors.endsSession(failed)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("ROLLBACK");
                }
            }
            throw failed;
        }
    }

    /** The last of several answers. */
    private static boolean isUnlocked(PreparedStatement statement) throws SQLException {
        boolean rows = statement.execute();
        boolean answered = false;
        boolean unlocked = false;
        while (rows || statement.getUpdateCount() >= 0) {
            if (rows) {
                try (ResultSet row = statement.getResultSet()) {
                    answered = row.next();
                    unlocked = answered && row.getBoolean(1);
                }
            }
            rows = statement.getMoreResults();
        }
        if (answered && !unlocked) {
            throw LockSession.notHeld();
        }
        return unlocked;
    }

    private int fill(PreparedStatement statement, int first) throws SQLException {
        int i = first;
        statement.setString(i++, departure.successor().orElse(null));
        statement.setLong(i++, RESERVATION.toMillis());
        statement.setString(i++, election());
        statement.setLong(i++, hold.epoch());
        statement.setLong(i++, hold.process());
        statement.setString(i++, departure.reason().code());
        statement.setString(i++, election());
        statement.setString(i++, NotifyChannel.released(election(), hold.epoch()));
        return i;
    }
}
