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

    private String election() {
        return held.contender().election();
    }

    /**
     * Writes the mark, on a session other than the lock session. Waits for the guard, up to the session's lock timeout.
     * Returns false if the row no longer has our epoch.
     */
    boolean writeQueued(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(EpochTable.RELEASE_QUEUED)) {
            statement.setLong(1, AdvisoryKeys.guardOf(election()));
            return write(statement);
        } catch (SQLException failed) {
            if (!SqlErrors.state(failed).equals(SqlErrors.LOCK_NOT_AVAILABLE)) {
                throw failed;
            }
        }
        // A frozen transaction holds the guard. Write the mark without it, unless the transaction also holds the row.
        try (PreparedStatement statement = connection.prepareStatement(EpochTable.RELEASE_UNGUARDED)) {
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
        try (PreparedStatement statement = connection.prepareStatement(EpochTable.RELEASE_WITH_LOCK)) {
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
