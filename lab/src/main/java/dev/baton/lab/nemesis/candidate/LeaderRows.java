package dev.baton.lab.nemesis.candidate;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.lab.nemesis.history.HistoryEvent.WriteOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A row per election in a database, in a transaction with a guard.
 *
 * @param fence the fence that fits the election's store
 */
record LeaderRows(RowConnections connections, Fence fence) implements LeaderResource {
    private static final int REPEATED = 4;
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    @Override
    public String name() {
        return "row";
    }

    @Override
    public WriteOutcome write(Leadership leadership, SendTime sent) throws SQLException {
        return fence.inTransaction(connections, leadership, connection -> {
            if (ThreadLocalRandom.current().nextInt(REPEATED) == 0) {
                // As work that catches an error and tries again. A guard that ends with the rollback must refuse the
                // rest.
                update(connection, leadership);
                connection.rollback();
                LockSupport.parkNanos(PAUSE);
                sent.restart();
            }
            return update(connection, leadership);
        });
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
