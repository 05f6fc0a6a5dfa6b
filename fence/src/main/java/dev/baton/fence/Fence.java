package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Checks inside an SQL transaction that the writer still leads. The transaction commits only if no later leader can have
 * acted before it. Thread-safe; one fence can guard any number of transactions.
 *
 * <pre>{@code
 * Fence fence = Fence.byElection();
 * int rows = fence.inTransaction(dataSource, leadership, connection -> {
 *     try (var statement = connection.prepareStatement("UPDATE jobs SET state = 'done' WHERE id = 7")) {
 *         return statement.executeUpdate();
 *     }
 * });
 * }</pre>
 */
public abstract sealed class Fence permits PostgresFence, HighestSeenFence {

    Fence() {}

    /**
     * Returns a fence for leaderships of a {@code postgres:} election and writes to the same database. A new leader is not
     * announced while a transaction with an older epoch can still commit.
     */
    public static PostgresFence byElection() {
        return new PostgresFence(Optional.empty());
    }

    /** Returns the same fence for an election whose URL has a {@code schema} parameter. */
    public static PostgresFence byElection(String schema) {
        return new PostgresFence(Optional.of(schema));
    }

    /**
     * Returns a fence for leaderships of any backend and writes to any database. It refuses an older leader after the first
     * guarded write of a newer one.
     */
    public static HighestSeenFence byHighestSeen() {
        return new HighestSeenFence();
    }

    /**
     * Returns a fence for leaderships of an {@code etcd:} election and writes to the same etcd cluster.
     *
     * @param prefix the prefix in the URL of the election: {@code elections} for {@code etcd://HOST:2379/elections}
     */
    public static EtcdFence byEtcd(String prefix) {
        return new EtcdFence(prefix);
    }

    /**
     * Returns a fence for leaderships of a {@code zookeeper:} election and writes to the same ZooKeeper ensemble.
     *
     * @param path the path in the URL of the election: {@code /elections} for {@code zookeeper://HOST:2181/elections}
     */
    public static ZooKeeperFence byZooKeeper(String path) {
        return new ZooKeeperFence(path);
    }

    /**
     * Returns a fence for leaderships of a {@code kubernetes:} election and objects of the same API server. Kubernetes cannot
     * write one object on the condition of another, so this fence is weaker than those of etcd and ZooKeeper: see {@link
     * KubernetesFence}.
     */
    public static KubernetesFence byKubernetes() {
        return new KubernetesFence();
    }

    /**
     * Guards the transaction that is open on this connection until it ends. Call this before you set a savepoint: a
     * rollback to an earlier savepoint removes the guard.
     *
     * <p>The guard ends with the transaction. If you commit or roll back and go on writing, those writes have no guard: call
     * this method again. {@link TransactionGuard#check} before the commit finds them; {@link #inTransaction} refuses such
     * calls. On PostgreSQL 14 to
     * 16 the server does not limit the length of a transaction that keeps sending statements. The next leader ends it, for
     * which Baton's role needs {@code pg_signal_backend} if it is not the role of this connection. On MariaDB and MySQL only
     * {@link #inTransaction} limits how long the transaction can idle, because that limit is one of the session.
     *
     * @throws StaleEpochException if there is a later leader; roll back then
     * @throws LeadershipLostException if the leadership is not valid; nothing was sent
     * @throws IllegalStateException if the connection is in auto-commit mode
     */
    public final TransactionGuard guard(Connection connection, Leadership leadership) throws SQLException {
        requireLeader(leadership);
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("a guard lasts for one transaction: call setAutoCommit(false) first");
        }
        return new TransactionGuard(this, leadership, admit(connection, leadership));
    }

    /**
     * Runs the work in its own guarded transaction and commits it. The connection that the work gets refuses to commit, to
     * roll back, and whatever else would end the transaction; savepoints work. Nothing is sent after the validity of the
     * leadership. On any failure the transaction is rolled back and the
     * failure thrown.
     *
     * @throws StaleEpochException if there is a later leader: when the transaction begins, or after the server has ended the
     *     transaction; nothing was written
     * @throws LeadershipLostException if the leadership is not valid; nothing was sent
     */
    public final <T extends @Nullable Object> T inTransaction(
            DataSource dataSource, Leadership leadership, GuardedWork<T> work) throws SQLException {
        requireLeader(leadership);
        return new GuardedTransaction<T>(this, dataSource, leadership).run(work);
    }

    /**
     * Explains the failure of a transaction that the caller guarded, rolled back and closed. Returns an exception if the
     * transaction failed before its commit, in a way that a later leader causes, and there is a later leader.
     */
    public final Optional<StaleEpochException> staleness(
            DataSource dataSource, Leadership leadership, SQLException failed) {
        return new StaleCheck(this, dataSource, leadership).explain(failed, TransactionTicket.NOT_COMMITTED);
    }

    /** Checks that the leadership is valid and was confirmed by its store. Sends nothing. */
    static void requireLeader(Leadership leadership) {
        if (!leadership.isConfirmed()) {
            throw new BatonException("the leadership of " + leadership.election() + " by " + leadership.instanceId()
                    + " has no epoch, because its store never confirmed it; fences refuse it");
        }
        leadership.check();
    }

    /** Takes the guard and compares the epochs. */
    abstract TransactionTicket admit(Connection connection, Leadership leadership) throws SQLException;

    /** Returns whether the open transaction is the one that was admitted, or one that is guarded as well. */
    abstract boolean isStillGuarded(Connection connection, Leadership leadership, TransactionTicket admitted)
            throws SQLException;

    /** Returns whether the guarded transaction is still open after a failed statement. */
    abstract boolean survived(
            Connection connection, Leadership leadership, TransactionTicket admitted, SQLException failed)
            throws SQLException;

    /** Returns the highest epoch of the election; 0 if there is none. */
    abstract long current(Connection connection, String election) throws SQLException;

    /** Limits how long the connection's transaction can idle; returns whether {@link #removeLimit} must undo it. */
    boolean limit(Connection connection, Leadership leadership) throws SQLException {
        return false;
    }

    /** Undoes the limit, after the transaction has ended. */
    void removeLimit(Connection connection) throws SQLException {}

    /** Creates what a guard lacked, if that may have been the cause of the failure; returns whether to try again. */
    abstract boolean repair(DataSource dataSource, SQLException failed) throws SQLException;
}
