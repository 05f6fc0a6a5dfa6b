package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.OptionalLong;
import javax.sql.DataSource;

/**
 * The fence of any database by a row that remembers the highest epoch seen. Every guarded transaction
 * writes that row, so those of one election happen one after the other, in the order of their epochs.
 */
public final class HighestSeenFence extends Fence {
    private static final int MOST_ATTEMPTS = 5;

    HighestSeenFence() {}

    /**
     * Makes sure that the table is there. Idempotent; {@link #inTransaction} does it when it has to, {@link
     * #guard} never does, because it would be part of the guarded transaction.
     *
     * @throws BatonException with the statement to run when this role may not create it
     */
    public void prepare(DataSource dataSource) throws SQLException {
        FenceTable.ensure(dataSource);
    }

    /** A memory for an {@link EpochFilter} that outlives the process and is shared by many. */
    public EpochMemory memory(DataSource dataSource) {
        return new SqlEpochMemory(dataSource);
    }

    @Override
    TransactionTicket admit(Connection connection, Leadership leadership) throws SQLException {
        if (IdleTransactionTimeout.isPostgres(connection)) {
            IdleTransactionTimeout.set(connection, leadership);
        }
        long highest = raise(connection, leadership.election(), leadership.epoch());
        if (highest > leadership.epoch()) {
            throw new StaleEpochException(leadership, highest, null);
        }
        return TransactionTicket.ANONYMOUS;
    }

    /** Locks the row until the transaction ends, and tells the highest epoch, this one included. */
    static long raise(Connection connection, String election, long epoch) throws SQLException {
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            if (isUpdated(connection, election, epoch)) {
                return epoch;
            }
            OptionalLong seen = FenceTable.epoch(connection, election);
            if (seen.isPresent() && seen.getAsLong() > epoch) {
                return seen.getAsLong();
            }
            if (seen.isEmpty() && isInserted(connection, election, epoch)) {
                return epoch;
            }
        }
        throw new BatonException("election " + election + ": its row in baton_fence can neither be changed nor added;"
                + " does this connection see the table that it writes?");
    }

    /** Compares and writes in one statement: the row lock orders it with every other guarded transaction. */
    private static boolean isUpdated(Connection connection, String election, long epoch) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE baton_fence SET epoch = ? WHERE election = ? AND epoch <= ?")) {
            update.setLong(1, epoch);
            update.setString(2, election);
            update.setLong(3, epoch);
            return update.executeUpdate() == 1;
        }
    }

    /** False when somebody else was faster; the user's transaction survives that. */
    private static boolean isInserted(Connection connection, String election, long epoch) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO baton_fence (election, epoch) VALUES (?, ?)")) {
            insert.setString(1, election);
            insert.setLong(2, epoch);
            insert.executeUpdate();
            return true;
        } catch (SQLException failed) {
            connection.rollback(before);
            if (!isDuplicate(failed)) {
                throw failed;
            }
            return false;
        }
    }

    /** SQLite has no SQL states; its code for a broken constraint is 19. */
    private static boolean isDuplicate(SQLException failed) {
        String state = failed.getSQLState();
        return (state != null && state.startsWith("23")) || (failed.getErrorCode() & 0xff) == 19;
    }

    @Override
    OptionalLong current(Connection connection, String election) throws SQLException {
        return FenceTable.epoch(connection, election);
    }

    @Override
    boolean isRepaired(DataSource dataSource, SQLException failed) throws SQLException {
        if (!FenceTable.mayBeMissing(failed)) {
            return false;
        }
        FenceTable.ensure(dataSource);
        return true;
    }
}
