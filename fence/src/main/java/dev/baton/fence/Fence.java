package dev.baton.fence;

import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A check inside an SQL transaction that the writer still leads: it commits only if no later leader could
 * have acted before it.
 *
 * <p>Fences may be shared by threads, and by any number of transactions.
 */
public abstract sealed class Fence permits PostgresFence, HighestSeenFence {

    Fence() {}

    /**
     * A fence by the election itself, for leaderships of a {@code postgres:} election and writes into the
     * same database. A new leader is not announced while a transaction of an older epoch can still commit.
     */
    public static PostgresFence byElection() {
        return new PostgresFence(Optional.empty());
    }

    /** The same, when the election's URL names a schema for its tables. */
    public static PostgresFence byElection(String schema) {
        return new PostgresFence(Optional.of(schema));
    }

    /**
     * A fence by the highest epoch that a database has seen, for leaderships of any backend and writes
     * into any database. An older leader is refused from the first guarded write of a newer one on.
     */
    public static HighestSeenFence byHighestSeen() {
        return new HighestSeenFence();
    }

    /**
     * Guards the transaction that is open on this connection, until it ends. Call it before the first
     * savepoint: going back to an earlier one takes the guard away.
     *
     * @throws StaleEpochException when a later leader was found; roll back then
     * @throws LeadershipLostException when the leadership is not valid, before anything is sent
     * @throws IllegalStateException when the connection is in auto-commit mode
     */
    public final void guard(Connection connection, Leadership leadership) throws SQLException {
        LeadershipCheck.check(leadership);
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("a guard lasts for one transaction: call setAutoCommit(false) first");
        }
        admit(connection, leadership);
    }

    /**
     * Runs the work in a guarded transaction of its own and commits it. Whatever fails, it is rolled back
     * and the failure thrown.
     *
     * @throws StaleEpochException when a later leader was found, or when the server ended the transaction
     *     and there is a later leader: nothing was written
     * @throws LeadershipLostException when the leadership is not valid, before anything is sent
     */
    public final <T extends @Nullable Object> T inTransaction(
            DataSource dataSource, Leadership leadership, GuardedWork<T> work) throws SQLException {
        LeadershipCheck.check(leadership);
        return new GuardedTransaction<T>(this, dataSource, leadership).run(work);
    }

    /**
     * Why a transaction failed that its owner guarded, rolled back and closed: the later leader, when it
     * failed before its commit, in a way that a later leader causes, and there is one.
     */
    public final Optional<StaleEpochException> staleness(
            DataSource dataSource, Leadership leadership, SQLException failed) {
        return new StaleCheck(this, dataSource, leadership).into(failed, TransactionTicket.UNUSED);
    }

    /** Takes the guard and compares the epochs. */
    abstract TransactionTicket admit(Connection connection, Leadership leadership) throws SQLException;

    /** The highest epoch there is. */
    abstract OptionalLong current(Connection connection, String election) throws SQLException;

    /** Whether a guard may have failed for want of something that is there now. */
    abstract boolean isRepaired(DataSource dataSource, SQLException failed) throws SQLException;
}
