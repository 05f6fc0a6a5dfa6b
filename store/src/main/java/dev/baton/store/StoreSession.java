package dev.baton.store;

import dev.baton.support.sql.SqlQuery.RowReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** One connection with its prepared statements. Used by one thread at a time. */
final class StoreSession {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final TransactionFrame frame;
    private Object identity;
    private boolean readable;
    private boolean writable;
    private boolean transacting;

    /** @param identity the identity of the database that was reached */
    StoreSession(Connection connection, Object identity, TransactionFrame frame) {
        this.connection = connection;
        this.identity = identity;
        this.frame = frame;
    }

    Connection connection() {
        return connection;
    }

    /** Returns whether the connection still reaches what a new one would reach. */
    boolean reaches(Object present) {
        return identity.equals(present);
    }

    /** Prepares the connection for reading, once. */
    void prepareReads(DatabaseDialect database) throws SQLException {
        if (!readable) {
            database.prepareReads(connection);
            readable = true;
        }
    }

    /** Prepares the connection for writing, once. */
    void prepareWrites(DatabaseDialect database) throws SQLException {
        if (!writable) {
            database.prepareWrites(connection);
            identity = database.identity();
            readable = true;
            writable = true;
        }
    }

    /** Work on one session. */
    @FunctionalInterface
    interface Work<T> {
        T on(StoreSession session) throws SQLException;
    }

    /** Runs statements in one transaction, which is rolled back if the result is not accepted. */
    <T> T inTransaction(Work<T> work, Predicate<T> accept) throws SQLException {
        execute(frame.before());
        connection.setAutoCommit(false);
        transacting = true;
        T result = work.on(this);
        if (accept.test(result)) {
            connection.commit();
        } else {
            connection.rollback();
        }
        end();
        return result;
    }

    /** Runs statements as a part of the open transaction, or else in one of their own. */
    <T> T atomically(Work<T> work, Predicate<T> accept) throws SQLException {
        return transacting ? work.on(this) : inTransaction(work, accept);
    }

    /** Makes the session usable again after the server has rolled back its transaction. */
    void rollback() throws SQLException {
        if (transacting) {
            connection.rollback();
            end();
        }
    }

    private void end() throws SQLException {
        connection.setAutoCommit(true);
        transacting = false;
        execute(frame.after());
    }

    private void execute(String sql) throws SQLException {
        if (!sql.isEmpty()) {
            update(sql);
        }
    }

    /**
     * Returns all rows of a statement. The result is read to its end, because SQLite commits a statement that returns
     * rows only after its last row was read, and reports a failure only then.
     */
    <T> List<T> rows(String sql, RowReader<T> reader, Object... parameters) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (ResultSet row = bind(sql, parameters).executeQuery()) {
            while (row.next()) {
                rows.add(reader.read(row));
            }
        }
        return rows;
    }

    /** Runs a statement and returns the number of changed rows. */
    int update(String sql, Object... parameters) throws SQLException {
        return bind(sql, parameters).executeUpdate();
    }

    /** The number of changed rows, and the number that the server generated; 0 if it generated none. */
    record Generated(int rows, long number) {}

    /** Runs a statement that makes the server generate a number. */
    Generated generate(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = bindWith(Statement.RETURN_GENERATED_KEYS, sql, parameters);
        int rows = statement.executeUpdate();
        try (ResultSet row = statement.getGeneratedKeys()) {
            return new Generated(rows, row.next() ? row.getLong(1) : 0);
        }
    }

    <T> Optional<T> row(String sql, RowReader<T> reader, Object... parameters) throws SQLException {
        List<T> rows = rows(sql, reader, parameters);
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(0));
    }

    private PreparedStatement bind(String sql, Object... parameters) throws SQLException {
        return bindWith(Statement.NO_GENERATED_KEYS, sql, parameters);
    }

    /** @param keys whether the statement returns generated numbers; always the same for one text */
    private PreparedStatement bindWith(int keys, String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = keys == Statement.NO_GENERATED_KEYS
                    ? connection.prepareStatement(sql)
                    : connection.prepareStatement(sql, keys);
            prepared.put(sql, statement);
        }
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    void close() {
        try {
            connection.close();
        } catch (SQLException gone) {
            SessionPool.LOG.debug("cannot close a connection", gone);
        }
    }
}
