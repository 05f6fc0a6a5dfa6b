package dev.baton.fence;

import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The guard of a transaction that its caller commits. Its check before the commit finds a transaction that is no longer the
 * guarded one.
 *
 * <pre>{@code
 * TransactionGuard guard = fence.guard(connection, leadership);
 * ledger.append(connection, entry);
 * guard.check(connection);
 * connection.commit();
 * }</pre>
 */
public final class TransactionGuard {
    private final Fence fence;
    private final Leadership leadership;
    private final TransactionTicket admitted;

    TransactionGuard(Fence fence, Leadership leadership, TransactionTicket admitted) {
        this.fence = fence;
        this.leadership = leadership;
        this.admitted = admitted;
    }

    /** Returns the leadership that the guard was taken for. */
    public Leadership leadership() {
        return leadership;
    }

    /**
     * Checks that the leadership is valid and that the open transaction is guarded: call it last before the commit. {@link
     * PostgresFence} refuses every other transaction than the first one. {@link HighestSeenFence} takes the guard again, for
     * which the leadership must still have the highest epoch. What was committed between the guard and the check remains.
     * Sends one or two statements.
     *
     * @throws IllegalStateException if the transaction was committed or rolled back after the guard; roll back then
     * @throws StaleEpochException if there is a later leader; roll back then
     * @throws LeadershipLostException if the leadership is not valid; nothing was sent
     */
    public void check(Connection connection) throws SQLException {
        Fence.requireLeader(leadership);
        if (connection.getAutoCommit() || !fence.isStillGuarded(connection, leadership, admitted)) {
            throw new IllegalStateException("the guarded transaction of election " + leadership.election()
                    + " has ended: the open one began after a commit or a rollback, and has no guard. Roll back, and"
                    + " repeat the work in a new guarded transaction");
        }
    }
}
