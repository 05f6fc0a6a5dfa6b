package dev.baton.fence;

import dev.baton.BatonException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import javax.sql.DataSource;

/** The memory of a filter in the table of the highest epochs seen. */
record SqlEpochMemory(DataSource dataSource) implements EpochMemory {

    @Override
    public OptionalLong raise(String election, long epoch) {
        try {
            try {
                return OptionalLong.of(raised(election, epoch));
            } catch (SQLException failed) {
                if (!FenceTable.mayBeMissing(failed)) {
                    throw failed;
                }
                FenceTable.ensure(dataSource);
                return OptionalLong.of(raised(election, epoch));
            }
        } catch (SQLException failed) {
            throw new BatonException(
                    "election " + election + ": the highest epoch seen cannot be had: " + failed.getMessage(), failed);
        }
    }

    private long raised(String election, long epoch) throws SQLException {
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
