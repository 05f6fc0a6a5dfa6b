package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The fence in plain SQL with savepoints: PostgreSQL, SQLite and databases like them.
 *
 * @param ifMissing makes the addition of a column repeatable, where the database can
 */
record StandardFence(String ifMissing) implements FenceDialect {
    static final StandardFence POSTGRES = new StandardFence("IF NOT EXISTS ");
    static final StandardFence OTHER = new StandardFence("");

    private static final int MAX_ATTEMPTS = 5;

    private static final String TABLE = "CREATE TABLE IF NOT EXISTS baton_fence"
            + " (election varchar(128) NOT NULL PRIMARY KEY, epoch bigint NOT NULL)";

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
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            if (update(connection, writer)) {
                return new SeenEpoch(writer.epoch(), false);
            }
            SeenEpoch seen = read(connection, writer);
            if (seen.epoch() > writer.epoch() || seen.isOtherTenure()) {
                return seen;
            }
            if (seen.epoch() == 0 && insert(connection, writer)) {
                return new SeenEpoch(writer.epoch(), false);
            }
        }
        throw new BatonException("election " + writer.election() + ": cannot change or add its row in baton_fence;"
                + " check that the connection reads the same table that it writes");
    }

    /**
     * PostgreSQL accepts nothing after an error but a rollback, at least to a savepoint. SQLite ends the transaction after
     * some errors, and would run the next statement in auto-commit mode; there BEGIN succeeds only if it has ended. The
     * transaction that it begins is left to the rollback of the caller.
     */
    @Override
    public AfterFailure afterFailure(Connection connection, SQLException failed) throws SQLException {
        if (equals(POSTGRES)) {
            return AfterFailure.OPEN;
        }
        if (!connection.getMetaData().getDatabaseProductName().equals("SQLite")) {
            return String.valueOf(failed.getSQLState()).startsWith("40") ? AfterFailure.ENDED : AfterFailure.UNKNOWN;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN");
            return AfterFailure.ENDED;
        } catch (SQLException open) {
            return AfterFailure.OPEN;
        }
    }

    /**
     * Compares and writes in one statement of PostgreSQL that also limits the transaction. Returns the limit in effect;
     * empty if nothing was written, and no limit set.
     */
    static Optional<String> update(Connection connection, WriterEpoch writer, TransactionLimit limit, long millis)
            throws SQLException {
        String columns = limit.keep();
        return updateRow(connection, writer, " RETURNING " + columns, TransactionLimit.parameters(columns, millis))
                .first(row -> row.getString(1));
    }

    private static boolean update(Connection connection, WriterEpoch writer) throws SQLException {
        return updateRow(connection, writer, "").update() == 1;
    }

    /** The row lock orders it with all other guarded transactions. */
    private static SqlQuery updateRow(Connection connection, WriterEpoch writer, String also, Object... parameters) {
        long epoch = writer.epoch();
        String update = writer.tenureId().isEmpty()
                ? "UPDATE baton_fence SET epoch = ? WHERE election = ? AND epoch <= ?"
                : "UPDATE baton_fence SET epoch = ?, tenure = ? WHERE election = ? AND (epoch < ? OR (epoch = ?"
                        + " AND (tenure IS NULL OR tenure = ? OR tenure NOT LIKE ?)))";
        Stream<Object> own = writer.tenureId().isEmpty()
                ? Stream.of(epoch, writer.election(), epoch)
                : Stream.of(epoch, writer.mark(), writer.election(), epoch, epoch, writer.mark(), writer.anyMark());
        return SqlQuery.of(
                connection,
                update + also,
                Stream.concat(own, Stream.of(parameters)).toArray());
    }

    private static SeenEpoch read(Connection connection, WriterEpoch writer) throws SQLException {
        return writer.tenureId().isEmpty()
                ? new SeenEpoch(FenceTable.epoch(connection, writer.election()), false)
                : SqlQuery.of(connection, "SELECT epoch, tenure FROM baton_fence WHERE election = ?", writer.election())
                        .first(row -> writer.seen(row.getLong(1), row.getString(2)))
                        .orElse(new SeenEpoch(0, false));
    }

    /** Returns false if another transaction inserted the row first; the caller's transaction stays usable. */
    private static boolean insert(Connection connection, WriterEpoch writer) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            insertRow(connection, writer).update();
            return true;
        } catch (SQLException failed) {
            connection.rollback(before);
            if (!isDuplicate(failed)) {
                throw failed;
            }
            return false;
        }
    }

    private static SqlQuery insertRow(Connection connection, WriterEpoch writer) {
        return writer.tenureId().isEmpty()
                ? SqlQuery.of(
                        connection,
                        "INSERT INTO baton_fence (election, epoch) VALUES (?, ?)",
                        writer.election(),
                        writer.epoch())
                : SqlQuery.of(
                        connection,
                        "INSERT INTO baton_fence (election, epoch, tenure) VALUES (?, ?, ?)",
                        writer.election(),
                        writer.epoch(),
                        writer.mark());
    }

    /** SQLite has no SQL states; its code for a violated constraint is 19. */
    private static boolean isDuplicate(SQLException failed) {
        String state = failed.getSQLState();
        return (state != null && state.startsWith("23")) || (failed.getErrorCode() & 0xff) == 19;
    }
}
