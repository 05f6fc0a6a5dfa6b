package dev.baton.fence;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What a leader writes in one transaction. */
@FunctionalInterface
public interface GuardedWork<T extends @Nullable Object> {

    /**
     * Does it, on a connection whose transaction is guarded already. It neither commits nor rolls back,
     * which would end the guard, nor keeps the connection.
     */
    T run(Connection connection) throws SQLException;
}
