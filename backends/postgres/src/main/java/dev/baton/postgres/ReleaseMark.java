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
 * Marks a tenure as released in its row, with the reservation for the successor, and notifies the standbys.
 *
 * <p>Overlapping transactions that are fenced by the epoch could hold the row forever. So the mark queues for their
 * guard, where later transactions wait behind it, and holds it only until the mark is written.
 *
 * @param held the lock of the tenure
 */
record ReleaseMark(HeldLock held, ReleaseRequest request) {
    private static final Duration RESERVATION = Duration.ofSeconds(2);

    private static final String MARK = " marked AS (UPDATE baton_epochs e SET released = true, reserved_for = ?,"
            + " reserved_until = clock_timestamp() + ? * interval '1 ms' FROM free"
            + " WHERE e.election = ? AND e.epoch = ? AND e.process = ? RETURNING e.epoch),"
            + " closed AS (UPDATE baton_reigns t SET ended_at = clock_timestamp(), reason = ?"
            + " FROM marked WHERE t.election = ? AND t.epoch = marked.epoch)"
            + " SELECT true, pg_notify('" + NotifyChannel.CHANNEL + "', ?) FROM marked";

    private static final String QUEUED = "WITH free AS MATERIALIZED (SELECT 1 FROM pg_advisory_xact_lock(?)),";

    private static final String ROW_IF_FREE = "SELECT 1 FROM baton_epochs WHERE election = ? FOR UPDATE SKIP LOCKED";

    private static final String UNGUARDED = "WITH free AS MATERIALIZED (" + ROW_IF_FREE + "),";

    /**
     * Waits for nothing, not even for the disk: after a crash of the server the lock is free, marked or not. The lock is
     * freed in a transaction of its own, after the mark is visible to all sessions.
     */
    private static final String WITH_LOCK = "BEGIN; WITH guard AS MATERIALIZED (SELECT"
            + " set_config('synchronous_commit', 'off', true), pg_try_advisory_xact_lock(?) AS taken),"
            + " row AS MATERIALIZED (" + ROW_IF_FREE + "),"
            + " free AS MATERIALIZED (SELECT 1 FROM guard, row WHERE taken)," + MARK + ";"
            + " COMMIT; SELECT pg_advisory_unlock(e.key1, e.key2) FROM baton_epochs e"
            + " WHERE e.key1 = ? AND e.key2 = ? AND e.epoch = ? AND e.process = ? AND e.released";

    private String election() {
        return held.contender().election();
    }

    /**
     * Writes the mark, on a session other than the lock session. Waits for the guard, up to the session's lock timeout.
     * Returns false if the row no longer has our epoch.
     */
    boolean writeQueued(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(QUEUED + MARK)) {
            statement.setLong(1, AdvisoryKeys.guardOf(election()));
            return write(statement);
        } catch (SQLException failed) {
            if (!SqlErrors.state(failed).equals(SqlErrors.LOCK_NOT_AVAILABLE)) {
                throw failed;
            }
        }
        // A frozen transaction holds the guard. Write the mark without it, unless the transaction also holds the row.
        try (PreparedStatement statement = connection.prepareStatement(UNGUARDED + MARK)) {
            statement.setString(1, election());
            if (!write(statement)) {
                throw new SQLException(
                        "a transaction fenced by epoch " + held.epoch() + " holds its row",
                        SqlErrors.LOCK_NOT_AVAILABLE);
            }
            return true;
        }
    }

    private boolean write(PreparedStatement statement) throws SQLException {
        setMark(statement, 2);
        try (ResultSet row = statement.executeQuery()) {
            return row.next();
        }
    }

    /**
     * Writes the mark and frees the lock, in one round trip of the lock session. Returns false, with nothing changed, if
     * that would have to wait.
     */
    boolean writeAndUnlock(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WITH_LOCK)) {
            statement.setLong(1, AdvisoryKeys.guardOf(election()));
            statement.setString(2, election());
            int next = setMark(statement, 3);
            statement.setInt(next, held.keys().key1());
            statement.setInt(next + 1, held.keys().key2());
            statement.setLong(next + 2, held.epoch());
            statement.setLong(next + 3, held.livenessKey());
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

    /** Runs the statements and returns the last result, which is that of the unlock. */
    private static boolean isUnlocked(PreparedStatement statement) throws SQLException {
        boolean rows = statement.execute();
        boolean marked = false;
        boolean unlocked = false;
        while (rows || statement.getUpdateCount() >= 0) {
            if (rows) {
                try (ResultSet row = statement.getResultSet()) {
                    marked = row.next();
                    unlocked = marked && row.getBoolean(1);
                }
            }
            rows = statement.getMoreResults();
        }
        if (marked && !unlocked) {
            throw LockSession.notHeld();
        }
        return unlocked;
    }

    private int setMark(PreparedStatement statement, int first) throws SQLException {
        int i = first;
        statement.setString(i++, request.successor().orElse(null));
        statement.setLong(i++, RESERVATION.toMillis());
        statement.setString(i++, election());
        statement.setLong(i++, held.epoch());
        statement.setLong(i++, held.livenessKey());
        statement.setString(i++, request.reason().code());
        statement.setString(i++, election());
        statement.setString(i++, NotifyChannel.released(election(), held.epoch()));
        return i;
    }
}
