package dev.baton.support.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One SQL statement with its parameters, run and closed in one call.
 *
 * <pre>{@code
 * Optional<Long> epoch = SqlQuery.of(connection, "SELECT epoch FROM t WHERE election = ?", "nightly")
 *         .first(row -> row.getLong(1));
 * }</pre>
 */
public record SqlQuery(Connection connection, String sql, List<Object> parameters) {

    /** Reads one row. */
    @FunctionalInterface
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private interface Execution<T> {
        T run(PreparedStatement statement) throws SQLException;
    }

    /**
     * Returns a statement that is not run yet.
     *
     * @param parameters numbers, texts, booleans or arrays, in order
     */
    public static SqlQuery of(Connection connection, String sql, Object... parameters) {
        return new SqlQuery(connection, sql, Arrays.asList(parameters));
    }

    /** Runs the query and returns all rows. */
    public <T> List<T> all(RowReader<T> reader) throws SQLException {
        return prepared(statement -> {
            List<T> results = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    results.add(reader.read(row));
                }
            }
            return results;
        });
    }

    /** Runs the query and returns the first row. */
    public <T> Optional<T> first(RowReader<T> reader) throws SQLException {
        return prepared(statement -> {
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(reader.read(row)) : Optional.empty();
            }
        });
    }

    /** Runs several statements, separated by semicolons, and returns the first row of the last one that has a result. */
    public <T> Optional<T> firstOfLast(RowReader<T> reader) throws SQLException {
        return prepared(statement -> {
            Optional<T> last = Optional.empty();
            boolean isResult = statement.execute();
            while (isResult || statement.getUpdateCount() >= 0) {
                if (isResult) {
                    try (ResultSet row = statement.getResultSet()) {
                        last = row.next() ? Optional.of(reader.read(row)) : Optional.empty();
                    }
                }
                isResult = statement.getMoreResults();
            }
            return last;
        });
    }

    /** Runs the query and returns whether it has a row. */
    public boolean hasRow() throws SQLException {
        return first(row -> true).isPresent();
    }

    /** Runs the query and returns whether its first column is true in the first row. */
    public boolean isTrue() throws SQLException {
        return first(row -> row.getBoolean(1)).orElse(false);
    }

    /** Runs a statement that changes rows and returns their number. */
    public int update() throws SQLException {
        return prepared(PreparedStatement::executeUpdate);
    }

    private <T> T prepared(Execution<T> execution) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
            return execution.run(statement);
        }
    }
}
