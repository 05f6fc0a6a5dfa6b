package dev.baton.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One connection with its prepared statements. Used by one thread at a time. */
final class StoreSession {
    private final Connection connection;
    private final Object identity;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    /**
     * Creates a session.
     *
     * @param identity the identity of the database that was reached
     */
    StoreSession(Connection connection, Object identity) {
        this.connection = connection;
        this.identity = identity;
    }

    Object identity() {
        return identity;
    }

    Connection connection() {
        return connection;
    }

    /** Reads one row of a result. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /**
     * Returns all rows of a statement. The result is read to its end, because SQLite commits a statement that returns
     * rows only after its last row was read, and reports a failure only then.
     */
    <T> List<T> rows(String sql, Row<T> reader, Object... parameters) throws SQLException {
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

    <T> Optional<T> row(String sql, Row<T> reader, Object... parameters) throws SQLException {
        List<T> rows = rows(sql, reader, parameters);
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(0));
    }

    private PreparedStatement bind(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = statement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    private PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known == null) {
            known = connection.prepareStatement(sql);
            prepared.put(sql, known);
        }
        return known;
    }

    void close() {
        try {
            connection.close();
        } catch (SQLException gone) {
            SessionPool.LOG.debug("cannot close a connection", gone);
        }
    }
}
