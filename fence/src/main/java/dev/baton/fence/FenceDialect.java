package dev.baton.fence;

import dev.baton.Leadership;
import java.sql.Connection;
import java.sql.SQLException;

/** What differs between databases in a fence by the highest epoch seen. */
sealed interface FenceDialect permits StandardFence, InnodbFence {

    /** Returns the dialect of a connection's database. Sends nothing. */
    static FenceDialect of(Connection connection) throws SQLException {
        return switch (connection.getMetaData().getDatabaseProductName()) {
            case "MariaDB" -> InnodbFence.MARIADB;
            case "MySQL" -> InnodbFence.MYSQL;
            case "PostgreSQL" -> StandardFence.POSTGRES;
            default -> StandardFence.OTHER;
        };
    }

    /** Returns the statement that creates the table. Once released, it must never change. */
    String table();

    /** Returns the statement that adds the column for ids of tenures. Once released, it must never change. */
    String tenureColumn();

    /**
     * Locks the row until the transaction ends, raises it if necessary, and returns what it has then. The column for ids is
     * used only if the writer has one.
     */
    SeenEpoch raise(Connection connection, WriterEpoch writer) throws SQLException;

    /** What a failed statement did to its transaction. */
    enum AfterFailure {
        OPEN,
        ENDED,
        /** The database does not say it; the guard must be taken again. */
        UNKNOWN
    }

    /** Returns what the failed statement, which was the last one, did to its transaction. */
    AfterFailure afterFailure(Connection connection, SQLException failed) throws SQLException;

    /** Changes a table of an older release. Idempotent; in auto-commit mode. */
    default void upgrade(Connection connection) throws SQLException {}

    /** Limits how long the open transaction can idle, if that must be undone afterwards; returns whether it must. */
    default boolean limit(Connection connection, Leadership leadership) throws SQLException {
        return false;
    }

    /** Undoes the limit. */
    default void removeLimit(Connection connection) throws SQLException {}
}
