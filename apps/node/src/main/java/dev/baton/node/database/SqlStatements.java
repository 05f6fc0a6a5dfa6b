package dev.baton.node.database;

import dev.baton.support.sql.SqlQuery;
import dev.baton.support.sql.SqlQuery.RowReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Statements with parameters on one connection.
 *
 * @param now the SQL expression for the clock of the database, which replaces {@code {now}} in statements
 */
record SqlStatements(Connection connection, String now) {

    <T> List<T> rows(String text, RowReader<T> reader, @Nullable Object... parameters) throws SQLException {
        return query(text, parameters).all(reader);
    }

    /** Returns the first row. SQLite completes a statement that returns rows only when all of them are read. */
    <T> Optional<T> row(String text, RowReader<T> reader, @Nullable Object... parameters) throws SQLException {
        return rows(text, reader, parameters).stream().findFirst();
    }

    int update(String text, @Nullable Object... parameters) throws SQLException {
        return query(text, parameters).update();
    }

    private SqlQuery query(String text, @Nullable Object... parameters) {
        return SqlQuery.of(connection, text.replace("{now}", now), parameters);
    }
}
