package dev.baton.lab.nemesis.candidate;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.lab.nemesis.history.HistoryEvent.WriteOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A row per election in a database, in a transaction with a guard.
 *
 * @param fence the fence that fits the election's store
 */
record LeaderRows(RowConnections connections, Fence fence) implements LeaderResource {

    @Override
    public String name() {
        return "row";
    }

    @Override
    public WriteOutcome write(Leadership leadership) throws SQLException {
        return fence.inTransaction(connections, leadership, connection -> update(connection, leadership));
    }

    private static WriteOutcome update(Connection connection, Leadership leadership) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE nemesis_row SET epoch = ? WHERE election = ?")) {
            statement.setLong(1, leadership.epoch());
            statement.setString(2, leadership.election());
            return statement.executeUpdate() == 1 ? WriteOutcome.ACCEPTED : WriteOutcome.UNKNOWN;
        }
    }
}
