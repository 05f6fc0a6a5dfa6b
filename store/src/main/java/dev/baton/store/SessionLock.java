package dev.baton.store;

import dev.baton.support.sql.SqlQuery;
import dev.baton.support.text.Sha256;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A named lock of a MariaDB or MySQL server, which ends with the session that holds it. It is never a claim. */
record SessionLock(String name) {
    private static final String AWAIT = "SELECT IF((SELECT changes FROM objects_signal WHERE id = 1) <> ?"
            + " OR IS_USED_LOCK(?) IS NULL, -1, GET_LOCK(?, ?))";

    /** Returns the lock of a session, whose name may come from a record. The name of a lock has at most 64 characters. */
    static SessionLock of(String sessionName) {
        return new SessionLock("baton." + Sha256.base64(sessionName));
    }

    /** Waits for the lock, and returns whether this session holds it. */
    boolean acquire(Connection connection, Duration longest) throws SQLException {
        return isOne(connection, "SELECT GET_LOCK(?, ?)", name, longest.toSeconds());
    }

    /**
     * Waits for the lock if a session holds it, and returns whether that session has ended or released it. Does not wait if
     * there were other notifications than the known ones: their sender may have taken the lock again.
     */
    Ending awaitEnd(Connection connection, long knownChanges, Duration longest) throws SQLException {
        long answer = SqlQuery.of(connection, AWAIT, knownChanges, name, name, longest.toSeconds())
                .first(row -> row.getLong(1))
                .orElse(0L);
        if (answer == 1) {
            release(connection);
            return Ending.ENDED;
        }
        return answer < 0 ? Ending.NOT_HELD : Ending.HELD;
    }

    /** What was seen of the session that holds a lock. */
    enum Ending {
        NOT_HELD,
        HELD,
        ENDED
    }

    void release(Connection connection) throws SQLException {
        isOne(connection, "SELECT RELEASE_LOCK(?)", name);
    }

    private static boolean isOne(Connection connection, String sql, Object... parameters) throws SQLException {
        return SqlQuery.of(connection, sql, parameters)
                .first(row -> row.getLong(1) == 1)
                .orElse(false);
    }
}
