package dev.baton.fence;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The writes of a leader in one transaction. */
@FunctionalInterface
public interface GuardedWork<T extends @Nullable Object> {

    /**
     * Writes, on a connection whose transaction is already guarded. The work must not commit or roll back, which would end
     * the guard, and must not keep the connection.
     */
    T run(Connection connection) throws SQLException;
}
