package dev.baton.fence;

import dev.baton.Leadership;
import dev.baton.support.sql.SqlQuery;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;

/**
 * The fence on MariaDB and MySQL. Names are bytes: the collations of texts equate {@code Nightly} and {@code nightly}. The
 * row is written before it is read, and read with a lock, so that neither an old snapshot nor the way in which the driver
 * counts rows matters. There is no savepoint, which a deadlock would remove.
 *
 * @param idleLimit the session's limit for an idle transaction, in seconds
 * @param ifMissing makes the addition of a column repeatable, where the database can
 */
record InnodbFence(String idleLimit, String ifMissing) implements FenceDialect {
    static final InnodbFence MARIADB = new InnodbFence("idle_transaction_timeout", "IF NOT EXISTS ");

    /** It only has a limit for idle sessions. */
    static final InnodbFence MYSQL = new InnodbFence("wait_timeout", "");

    private static final String TABLE = "CREATE TABLE IF NOT EXISTS baton_fence"
            + " (election varbinary(512) NOT NULL PRIMARY KEY, epoch bigint NOT NULL) ENGINE=InnoDB";

    private static final String RAISE = "INSERT INTO baton_fence (election, epoch) VALUES (?, ?)"
            + " ON DUPLICATE KEY UPDATE epoch = GREATEST(epoch, ?)";

    /** The assignments run from left to right: the first one still reads the epoch from before. */
    private static final String RAISE_TENURE = "INSERT INTO baton_fence (election, epoch, tenure) VALUES (?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE tenure = IF(epoch < ? OR (epoch = ? AND (tenure IS NULL OR tenure NOT LIKE ?)),"
            + " ?, tenure), epoch = GREATEST(epoch, ?)";

    private static final String ROW = " FROM baton_fence WHERE election = ? FOR UPDATE";

    private static final String IS_OLD = "SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE()"
            + " AND table_name = 'baton_fence' AND column_name = 'election' AND data_type <> 'varbinary'";
    private static final String TO_UTF8 = "ALTER TABLE baton_fence"
            + " MODIFY election varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, ENGINE=InnoDB";
    private static final String TO_BYTES = "ALTER TABLE baton_fence MODIFY election varbinary(512) NOT NULL";

    private static final int DEADLOCK = 1213;
    private static final int SNAPSHOT_TOO_OLD = 1020;

    static boolean isDeadlock(SQLException failed) {
        return failed.getErrorCode() == DEADLOCK;
    }

    @Override
    public String table() {
        return TABLE;
    }

    @Override
    public String tenureColumn() {
        return "ALTER TABLE baton_fence ADD COLUMN " + ifMissing + "tenure varchar(64)";
    }

    @Override
    public SeenEpoch raise(Connection connection, WriterEpoch writer) throws SQLException {
        byte[] name = writer.election().getBytes(StandardCharsets.UTF_8);
        String tenure = writer.tenureId().isPresent() ? "tenure" : "NULL";
        try {
            raiseRow(connection, name, writer).update();
            // A table of release 0.1 has texts for names, and finds the row of another name in other letters.
            return SqlQuery.of(connection, "SELECT epoch, election, " + tenure + ROW, name)
                    .first(row -> Arrays.equals(row.getBytes(2), name)
                            ? Optional.of(writer.seen(row.getLong(1), row.getString(3)))
                            : Optional.<SeenEpoch>empty())
                    .flatMap(found -> found)
                    .orElseThrow(() -> new SQLException(
                            "the table baton_fence of release 0.1 takes " + writer.election()
                                    + " for another name in other letters; call prepare(dataSource) once, which"
                                    + " changes the table",
                            "42000"));
        } catch (SQLException failed) {
            if (failed.getErrorCode() == SNAPSHOT_TOO_OLD) {
                // The server refuses to lock a row that changed after the first read, and has rolled back.
                throw new SQLTransactionRollbackException(failed.getMessage(), "40001", SNAPSHOT_TOO_OLD, failed);
            }
            throw failed;
        }
    }

    private static SqlQuery raiseRow(Connection connection, byte[] name, WriterEpoch writer) {
        long epoch = writer.epoch();
        return writer.tenureId().isEmpty()
                ? SqlQuery.of(connection, RAISE, name, epoch, epoch)
                : SqlQuery.of(
                        connection,
                        RAISE_TENURE,
                        name,
                        epoch,
                        writer.mark(),
                        epoch,
                        epoch,
                        writer.anyMark(),
                        writer.mark(),
                        epoch);
    }

    /** Only MariaDB says whether a transaction is open. A deadlock ends the transaction, other errors may. */
    @Override
    public AfterFailure afterFailure(Connection connection, SQLException failed) throws SQLException {
        if (isDeadlock(failed) || String.valueOf(failed.getSQLState()).startsWith("40")) {
            return AfterFailure.ENDED;
        }
        if (equals(MYSQL)) {
            return AfterFailure.UNKNOWN;
        }
        return SqlQuery.of(connection, "SELECT @@in_transaction = 1").isTrue() ? AfterFailure.OPEN : AfterFailure.ENDED;
    }

    @Override
    public void upgrade(Connection connection) throws SQLException {
        if (SqlQuery.of(connection, IS_OLD).hasRow()) {
            execute(connection, TO_UTF8);
            execute(connection, TO_BYTES);
        }
    }

    /**
     * Whole seconds, and for the session: the value before is kept in a variable of the session, as a number, because
     * settings take no texts.
     */
    @Override
    public boolean limit(Connection connection, Leadership leadership) throws SQLException {
        long seconds = (TransactionLimit.millis(leadership) + 999) / 1000;
        String present = "@@SESSION." + idleLimit;
        execute(
                connection,
                "SET @baton_idle = CAST(IFNULL(@baton_idle, " + present + ") AS UNSIGNED), SESSION " + idleLimit
                        + " = IF(" + present + " BETWEEN 1 AND " + seconds + ", " + present + ", " + seconds + ")");
        return true;
    }

    @Override
    public void removeLimit(Connection connection) throws SQLException {
        execute(connection, "SET SESSION " + idleLimit + " = @baton_idle, @baton_idle = NULL");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
