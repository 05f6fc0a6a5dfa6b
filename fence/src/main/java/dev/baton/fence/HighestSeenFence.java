package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.OptionalLong;
import javax.sql.DataSource;

/**
 * A fence for any database, with a row that has the highest epoch seen. Every guarded transaction writes that row, so the
 * transactions of one election run one after the other, in the order of their epochs.
 */
public final class HighestSeenFence extends Fence {
    private static final int MAX_ATTEMPTS = 5;

    HighestSeenFence() {}

    /**
     * Creates the table if it does not exist. Idempotent. {@link #inTransaction} does this itself when necessary; {@link
     * #guard} never does, because it would be part of the guarded transaction.
     *
     * @throws BatonException if this role may not create the table, with the statements to run, or if the table was upgraded
     *     by a newer release
     */
    public void prepare(DataSource dataSource) throws SQLException {
        FenceTable.ensure(dataSource);
    }

    /** Returns a memory for an {@link EpochFilter} that outlives the process and that several processes can share. */
    public EpochMemory memory(DataSource dataSource) {
        return (election, epoch) -> OptionalLong.of(raise(dataSource, election, epoch));
    }

    private long raise(DataSource dataSource, String election, long epoch) {
        GuardedWork<Long> work = connection -> raiseAndCommit(connection, election, epoch);
        try {
            try {
                return FenceTable.run(dataSource, false, work);
            } catch (SQLException failed) {
                if (!repair(dataSource, failed)) {
                    throw failed;
                }
                return FenceTable.run(dataSource, false, work);
            }
        } catch (SQLException failed) {
            throw new BatonException(
                    "election " + election + ": cannot read the highest epoch: " + failed.getMessage(), failed);
        }
    }

    private static long raiseAndCommit(Connection connection, String election, long epoch) throws SQLException {
        try {
            long highest = raise(connection, election, epoch);
            connection.commit();
            return highest;
        } catch (SQLException | RuntimeException failed) {
            connection.rollback();
            throw failed;
        }
    }

    @Override
    TransactionTicket admit(Connection connection, Leadership leadership) throws SQLException {
        if (TransactionLimit.isPostgres(connection)) {
            TransactionLimit.IDLE.limit(connection, leadership);
        }
        long highest = raise(connection, leadership.election(), leadership.epoch());
        if (highest > leadership.epoch()) {
            throw new StaleEpochException(leadership, highest, null);
        }
        return TransactionTicket.UNKNOWN;
    }

    /** Takes the guard again: the row lock of the open transaction is as good as the first one. */
    @Override
    boolean isStillGuarded(Connection connection, Leadership leadership, TransactionTicket admitted)
            throws SQLException {
        admit(connection, leadership);
        return true;
    }

    /** Locks the row until the transaction ends, raises it if necessary, and returns the highest epoch. */
    private static long raise(Connection connection, String election, long epoch) throws SQLException {
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            if (update(connection, election, epoch)) {
                return epoch;
            }
            long seen = FenceTable.epoch(connection, election);
            if (seen > epoch) {
                return seen;
            }
            if (seen == 0 && insert(connection, election, epoch)) {
                return epoch;
            }
        }
        throw new BatonException("election " + election + ": cannot change or add its row in baton_fence;"
                + " check that the connection reads the same table that it writes");
    }

    /** Compares and writes in one statement. The row lock orders it with all other guarded transactions. */
    private static boolean update(Connection connection, String election, long epoch) throws SQLException {
        String sql = "UPDATE baton_fence SET epoch = ? WHERE election = ? AND epoch <= ?";
        return SqlQuery.of(connection, sql, epoch, election, epoch).update() == 1;
    }

    /** Returns false if another transaction inserted the row first; the caller's transaction stays usable. */
    private static boolean insert(Connection connection, String election, long epoch) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            SqlQuery.of(connection, "INSERT INTO baton_fence (election, epoch) VALUES (?, ?)", election, epoch)
                    .update();
            return true;
        } catch (SQLException failed) {
            connection.rollback(before);
            if (!isDuplicate(failed)) {
                throw failed;
            }
            return false;
        }
    }

    /** SQLite has no SQL states; its code for a violated constraint is 19. */
    private static boolean isDuplicate(SQLException failed) {
        String state = failed.getSQLState();
        return (state != null && state.startsWith("23")) || (failed.getErrorCode() & 0xff) == 19;
    }

    @Override
    long current(Connection connection, String election) throws SQLException {
        return FenceTable.epoch(connection, election);
    }

    @Override
    boolean repair(DataSource dataSource, SQLException failed) throws SQLException {
        if (!FenceTable.mayBeMissing(failed)) {
            return false;
        }
        FenceTable.ensure(dataSource);
        return true;
    }
}
