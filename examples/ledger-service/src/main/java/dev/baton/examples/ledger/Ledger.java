package dev.baton.examples.ledger;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * A table of entries with consecutive numbers. Every write is guarded by the leadership of its author: as soon as a
 * successor leads, the database refuses the writes of a former leader, also if that one has not noticed its end.
 */
record Ledger(DataSource database) {
    private static final Fence FENCE = Fence.byElection();

    /** An entry: its number, and who wrote it in which tenure. */
    record Entry(long number, String replica, long epoch) {}

    /** Creates the table. Idempotent. */
    void create() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            // Replicas that start together must not create it at the same time.
            statement.execute("SELECT pg_advisory_lock(20260101)");
            statement.execute("CREATE TABLE IF NOT EXISTS ledger"
                    + " (number bigint PRIMARY KEY, replica text NOT NULL, epoch bigint NOT NULL)");
            statement.execute("SELECT pg_advisory_unlock(20260101)");
        }
    }

    /**
     * Adds an entry and returns its number.
     *
     * @throws dev.baton.fence.StaleEpochException if another replica leads by now; nothing was written
     */
    long append(Leadership leadership) throws SQLException {
        return FENCE.inTransaction(database, leadership, connection -> {
            // The next number can be computed without a lock, because only one replica writes.
            String sql = "INSERT INTO ledger SELECT coalesce(max(number), 0) + 1, ?, ? FROM ledger RETURNING number";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, leadership.instanceId());
                statement.setLong(2, leadership.epoch());
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return row.getLong(1);
                }
            }
        });
    }

    /** Returns all entries in order. */
    List<Entry> entries() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT number, replica, epoch FROM ledger ORDER BY number")) {
            List<Entry> entries = new ArrayList<>();
            while (row.next()) {
                entries.add(new Entry(row.getLong(1), row.getString(2), row.getLong(3)));
            }
            return entries;
        }
    }
}
