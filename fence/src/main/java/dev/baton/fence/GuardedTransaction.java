package dev.baton.fence;

import dev.baton.Leadership;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One guarded transaction, from its connection to its commit, and the explanation of its failure. */
final class GuardedTransaction<T extends @Nullable Object> {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final Fence fence;
    private final DataSource dataSource;
    private final Leadership leadership;
    private TransactionTicket ticket = TransactionTicket.NOT_COMMITTED;
    private boolean guarded;
    private boolean ended;
    private boolean wasAutoCommit;
    private boolean limited;

    GuardedTransaction(Fence fence, DataSource dataSource, Leadership leadership) {
        this.fence = fence;
        this.dataSource = dataSource;
        this.leadership = leadership;
    }

    T run(GuardedWork<T> work) throws SQLException {
        try {
            try {
                return attempt(work);
            } catch (SQLException failed) {
                if (guarded || !repair(failed)) {
                    throw failed;
                }
                return attempt(work);
            }
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
            limited = fence.limit(connection, leadership);
            TransactionTicket admitted = fence.admit(connection, leadership);
            guarded = true;
            SendDeadline deadline = new SendDeadline(leadership);
            GuardedConnection inside = new GuardedConnection(
                    connection,
                    new LimitedSending(deadline, StatementLimits.of(connection, deadline)),
                    failed -> checkStillOpen(connection, admitted, failed));
            result = work.run(inside.connection());
            deadline.check();
            inside.checkFailure();
            if (connection.getAutoCommit()) {
                throw ended();
            }
            if (inside.isDoubtful() && !fence.isStillGuarded(connection, leadership, admitted)) {
                throw ended();
            }
            ticket = admitted;
            connection.commit();
        } catch (Throwable failed) {
            cleanUp(failed, connection::rollback);
            cleanUp(failed, () -> restore(connection));
            cleanUp(failed, connection::close);
            throw failed;
        }
        try (connection) {
            restore(connection);
        } catch (SQLException late) {
            // The transaction is committed: an exception would mean the opposite.
            LOG.warn("election={} connection failed after its guarded transaction", leadership.election(), late);
        }
        return result;
    }

    /** What is done before each statement of the work. */
    private record LimitedSending(SendDeadline deadline, StatementLimits limits)
            implements GuardedConnection.SendCheck {
        @Override
        public void run(boolean afterFailure) throws SQLException {
            deadline.check();
            if (afterFailure) {
                // Nothing but a rollback to a savepoint may be possible now, which also undoes lower limits.
                limits.forget();
            } else {
                limits.lower(deadline.remaining());
            }
        }
    }

    private void checkStillOpen(Connection connection, TransactionTicket admitted, SQLException failed)
            throws SQLException {
        if (ended || connection.getAutoCommit() || !fence.survived(connection, leadership, admitted, failed)) {
            // A check may begin a transaction, so that the next one would find an open one.
            ended = true;
            IllegalStateException refused = ended();
            refused.initCause(failed);
            throw refused;
        }
    }

    private IllegalStateException ended() {
        return new IllegalStateException("the guarded transaction of election " + leadership.election()
                + " was ended inside the work: by the server after an error, or by the work. The work's open"
                + " transaction is rolled back. If the work committed, what it had written by then remains");
    }

    private void restore(Connection connection) throws SQLException {
        try {
            if (limited) {
                limited = false;
                fence.removeLimit(connection);
            }
        } finally {
            if (wasAutoCommit) {
                connection.setAutoCommit(true);
            }
        }
    }

    private interface Step {
        void run() throws SQLException;
    }

    private static void cleanUp(Throwable failed, Step step) {
        try {
            step.run();
        } catch (SQLException | RuntimeException another) {
            failed.addSuppressed(another);
        }
    }

    private boolean repair(SQLException failed) {
        try {
            return fence.repair(dataSource, failed);
        } catch (SQLException another) {
            failed.addSuppressed(another);
            return false;
        }
    }

    /** Explains a failure after the connection was returned, so that a pool of one connection suffices. */
    private <E extends Exception> RuntimeException explained(E failed) throws E {
        Optional<StaleEpochException> stale = failed instanceof StaleEpochException
                ? Optional.empty()
                : new StaleCheck(fence, dataSource, leadership).explain(failed, ticket);
        if (stale.isPresent()) {
            return stale.get();
        }
        throw failed;
    }
}
