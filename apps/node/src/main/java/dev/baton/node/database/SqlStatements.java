package dev.baton.node.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Statements with parameters on one connection.
 *
 * @param now the SQL expression for the clock of the database, which replaces {@code {now}} in statements
 */
record SqlStatements(Connection connection, String now) {

    /** Reads one row. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Returns all rows. SQLite completes a statement that returns rows only when all of them are read. */
    <T> List<T> rows(String text, Row<T> reader, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(text, parameters);
                ResultSet row = statement.executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (row.next()) {
                rows.add(reader.read(row));
            }
            return rows;
        }
    }

    <T> Optional<T> row(String text, Row<T> reader, @Nullable Object... parameters) throws SQLException {
        List<T> rows = rows(text, reader, parameters);
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(0));
    }

    int update(String text, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(text, parameters)) {
            return statement.executeUpdate();
        }
    }

    private PreparedStatement prepare(String text, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text.replace("{now}", now));
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
