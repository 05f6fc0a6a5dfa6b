package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;

/**
 * A fence for any database, with a row that has the highest epoch seen. Every guarded transaction writes that row, so the
 * transactions of one election run one after the other, in the order of their epochs.
 *
 * <p>The row also has the id of the tenure that wrote with this epoch, if the leadership has one. Another tenure with the
 * same epoch is refused.
 */
public final class HighestSeenFence extends Fence {
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
            SeenEpoch seen =
                    FenceDialect.of(connection).raise(connection, new WriterEpoch(election, epoch, Optional.empty()));
            connection.commit();
            return seen.epoch();
        } catch (SQLException | RuntimeException failed) {
            connection.rollback();
            throw failed;
        }
    }

    @Override
    TransactionTicket admit(Connection connection, Leadership leadership) throws SQLException {
        if (TransactionLimit.isPostgres(connection)) {
            if (raiseWithLimit(connection, leadership)) {
                return TransactionTicket.UNKNOWN;
            }
            TransactionLimit.strictest(connection).limit(connection, leadership);
        }
        SeenEpoch seen = raise(connection, leadership);
        if (seen.epoch() > leadership.epoch()) {
            throw new StaleEpochException(leadership, seen.epoch(), null);
        }
        if (seen.isOtherTenure()) {
            throw StaleEpochException.ofOtherTenure(leadership);
        }
        return TransactionTicket.UNKNOWN;
    }

    /** Returns false if the row is missing or has another epoch that is not lower; then no limit is set either. */
    private static boolean raiseWithLimit(Connection connection, Leadership leadership) throws SQLException {
        try {
            long millis = TransactionLimit.millis(leadership);
            TransactionLimit limit = TransactionLimit.strictest(connection);
            Optional<String> kept = StandardFence.update(connection, WriterEpoch.of(leadership), limit, millis);
            if (kept.isPresent()) {
                limit.shorten(connection, kept.get(), millis);
            }
            return kept.isPresent();
        } catch (SQLException failed) {
            throw FenceTable.explain(failed, FenceDialect.of(connection));
        }
    }

    private static SeenEpoch raise(Connection connection, Leadership leadership) throws SQLException {
        FenceDialect dialect = FenceDialect.of(connection);
        try {
            return dialect.raise(connection, WriterEpoch.of(leadership));
        } catch (SQLException failed) {
            throw FenceTable.explain(failed, dialect);
        }
    }

    /** Takes the guard again: the row lock of the open transaction is as good as the first one. */
    @Override
    boolean isStillGuarded(Connection connection, Leadership leadership, TransactionTicket admitted)
            throws SQLException {
        admit(connection, leadership);
        return true;
    }

    @Override
    boolean survived(Connection connection, Leadership leadership, TransactionTicket admitted, SQLException failed)
            throws SQLException {
        FenceDialect dialect = FenceDialect.of(connection);
        return switch (dialect.afterFailure(connection, failed)) {
            case OPEN -> true;
            case ENDED -> false;
            case UNKNOWN -> isStillGuarded(connection, leadership, admitted);
        };
    }

    @Override
    long current(Connection connection, String election) throws SQLException {
        return FenceTable.epoch(connection, election);
    }

    @Override
    boolean repair(DataSource dataSource, SQLException failed) throws SQLException {
        // Of two guards that wait for each other, the server rolled one back before its work began.
        if (InnodbFence.isDeadlock(failed)) {
            return true;
        }
        if (!FenceTable.mayBeMissing(failed)) {
            return false;
        }
        FenceTable.ensure(dataSource);
        return true;
    }

    @Override
    boolean limit(Connection connection, Leadership leadership) throws SQLException {
        return FenceDialect.of(connection).limit(connection, leadership);
    }

    @Override
    void removeLimit(Connection connection) throws SQLException {
        FenceDialect.of(connection).removeLimit(connection);
    }
}
