package dev.baton.fence;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The writes of a leader in one transaction. */
@FunctionalInterface
public interface GuardedWork<T extends @Nullable Object> {

    /**
     * Writes, on a connection whose transaction is already guarded. The connection refuses what would end the transaction,
     * and with it the guard: commit, rollback, close, and the same in SQL. The work must not keep the connection.
     */
    T run(Connection connection) throws SQLException;
}
