package dev.baton.node.database;

import dev.baton.support.sql.SqlQuery;
import dev.baton.support.sql.SqlQuery.RowReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Statements with parameters on one connection.
 *
 * @param now the SQL expression for the clock of the database, which replaces {@code {now}} in statements
 * @param sendsTogether whether the driver sends several statements, separated by semicolons, in one message
 */
record SqlStatements(Connection connection, String now, boolean sendsTogether) {

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

    int update(SqlChange change) throws SQLException {
        return update(change.text(), change.parameters().toArray());
    }

    /** Runs changes in this order and returns the row of the last one. PostgreSQL gets all of them in one message. */
    <T> Optional<T> rowOfLast(RowReader<T> reader, List<SqlChange> changes) throws SQLException {
        SqlChange last = changes.get(changes.size() - 1);
        if (sendsTogether) {
            String texts = changes.stream().map(SqlChange::text).collect(Collectors.joining("; "));
            Object[] parameters = changes.stream()
                    .flatMap(change -> change.parameters().stream())
                    .toArray();
            return query(texts, parameters).firstOfLast(reader);
        }
        for (SqlChange change : changes.subList(0, changes.size() - 1)) {
            update(change);
        }
        return row(last.text(), reader, last.parameters().toArray());
    }

    private SqlQuery query(String text, @Nullable Object... parameters) {
        return SqlQuery.of(connection, text.replace("{now}", now), parameters);
    }
}
