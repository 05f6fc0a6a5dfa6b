package dev.baton.fence;

import dev.baton.Leadership;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One transaction from its connection to its commit, and what is said when it fails. */
final class GuardedTransaction<T extends @Nullable Object> {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final Fence fence;
    private final DataSource dataSource;
    private final Leadership leadership;
    private TransactionTicket ticket = TransactionTicket.UNUSED;
    private boolean guarded;
    private boolean wasAutoCommit;

    GuardedTransaction(Fence fence, DataSource dataSource, Leadership leadership) {
        this.fence = fence;
        this.dataSource = dataSource;
        this.leadership = leadership;
    }

    T run(GuardedWork<T> work) throws SQLException {
        try {
            return attempt(work);
        } catch (SQLException failed) {
            if (guarded || !repaired(failed)) {
                throw explained(failed);
            }
        } catch (RuntimeException failed) {
            throw explained(failed);
        }
        try {
            return attempt(work);
        } catch (SQLException failed) {
            throw explained(failed);
        } catch (RuntimeException failed) {
            throw explained(failed);
        }
    }

    private T attempt(GuardedWork<T> work) throws SQLException {
        Connection connection = dataSource.getConnection();
        T result;
        try {
            wasAutoCommit = connection.getAutoCommit();
            if (wasAutoCommit) {
                connection.setAutoCommit(false);
            }
            TransactionTicket admitted = fence.admit(connection, leadership);
            guarded = true;
            result = work.run(connection);
            ticket = admitted;
            connection.commit();
        } catch (Throwable failed) {
            beforeThrowing(failed, connection::rollback);
            beforeThrowing(failed, () -> handBack(connection));
            beforeThrowing(failed, connection::close);
            throw failed;
        }
        try (connection) {
            handBack(connection);
        } catch (SQLException late) {
            // It is committed: to throw would tell the opposite.
            LOG.warn("election={} a connection broke after its guarded transaction", leadership.election(), late);
        }
        return result;
    }

    private void handBack(Connection connection) throws SQLException {
        if (wasAutoCommit) {
            connection.setAutoCommit(true);
        }
    }

    private interface Step {
        void run() throws SQLException;
    }

    private static void beforeThrowing(Throwable failed, Step step) {
        try {
            step.run();
        } catch (SQLException | RuntimeException another) {
            failed.addSuppressed(another);
        }
    }

    private boolean repaired(SQLException failed) {
        try {
            return fence.isRepaired(dataSource, failed);
        } catch (SQLException another) {
            failed.addSuppressed(another);
            return false;
        }
    }

    /** Only now, with the connection given back: a pool of one has another then. */
    private <E extends Exception> RuntimeException explained(E failed) throws E {
        Optional<StaleEpochException> stale = failed instanceof StaleEpochException
                ? Optional.empty()
                : new StaleCheck(fence, dataSource, leadership).into(failed, ticket);
        if (stale.isPresent()) {
            return stale.get();
        }
        throw failed;
    }
}
