package dev.baton.fence;

import dev.baton.BatonException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import javax.sql.DataSource;

/** Stores the epochs of a filter in the table of {@link HighestSeenFence}. */
record SqlEpochMemory(DataSource dataSource) implements EpochMemory {

    @Override
    public OptionalLong raise(String election, long epoch) {
        try {
            try {
                return OptionalLong.of(raiseInTransaction(election, epoch));
            } catch (SQLException failed) {
                if (!FenceTable.mayBeMissing(failed)) {
                    throw failed;
                }
                FenceTable.ensure(dataSource);
                return OptionalLong.of(raiseInTransaction(election, epoch));
            }
        } catch (SQLException failed) {
            throw new BatonException(
                    "election " + election + ": cannot read the highest epoch: " + failed.getMessage(), failed);
        }
    }

    private long raiseInTransaction(String election, long epoch) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean wasAutoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                long highest = HighestSeenFence.raise(connection, election, epoch);
                connection.commit();
                return highest;
            } catch (SQLException | RuntimeException failed) {
                connection.rollback();
                throw failed;
            } finally {
                connection.setAutoCommit(wasAutoCommit);
            }
        }
    }
}
