package dev.baton.node.database;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.fence.GuardedWork;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs the writes of a leader in transactions that the database refuses to a former leader. */
public interface WriteGuard {

    /**
     * Runs the work in a transaction and commits it.
     *
     * @throws dev.baton.fence.StaleEpochException if the database has seen a later leader; nothing was written
     * @throws dev.baton.LeadershipLostException if the leadership is not valid; nothing was sent
     */
    <T> T write(DataSource database, Leadership leadership, GuardedWork<T> work) throws SQLException;

    /** Returns a guard that refuses an epoch below the highest one that the database has seen. */
    static WriteGuard byHighestSeen() {
        return Fence.byHighestSeen()::inTransaction;
    }
}
