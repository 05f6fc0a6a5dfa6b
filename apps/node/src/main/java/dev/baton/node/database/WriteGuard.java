package dev.baton.node.database;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.fence.GuardedWork;
import dev.baton.fence.HighestSeenFence;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs a leader's write in a transaction that the database refuses to a former leader. */
public interface WriteGuard {

    /**
     * Runs it and commits.
     *
     * @throws dev.baton.fence.StaleEpochException when a later leader was found: nothing was written
     * @throws dev.baton.LeadershipLostException when the leadership is not valid: nothing was sent
     */
    <T> T write(DataSource database, Leadership leadership, GuardedWork<T> work) throws SQLException;

    /** The fence by the highest epoch that the database has seen. */
    static WriteGuard byHighestSeen() {
        HighestSeenFence fence = Fence.byHighestSeen();
        return new WriteGuard() {
            @Override
            public <T> T write(DataSource database, Leadership leadership, GuardedWork<T> work) throws SQLException {
                return fence.inTransaction(database, leadership, work);
            }
        };
    }
}
