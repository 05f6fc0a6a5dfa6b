package dev.baton.support.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table is absent only if the database could be read. */
class AbsentTableTest {
    @TempDir
    Path folder;

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("test.db") + "?busy_timeout=50");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long count(Connection connection) throws SQLException {
        return SqlQuery.of(connection, "SELECT count(*) FROM things")
                .first(row -> row.getLong(1))
                .orElseThrow();
    }

    @Test // LEASE-1
    void missingTableIsAbsent() throws SQLException {
        try (Connection connection = connect()) {
            assertThat(AbsentTable.orElse(connection, -1L, () -> count(connection)))
                    .isEqualTo(-1);
        }
    }

    @Test // LEASE-1
    void tableThatOthersCreatedIsNotAbsentWhileTheyLockTheFile() throws SQLException {
        try (Connection reader = connect();
                Connection other = connect()) {
            assertThat(AbsentTable.orElse(reader, -1L, () -> count(reader))).isEqualTo(-1);
            execute(other, "CREATE TABLE things (id integer)");
            execute(other, "BEGIN EXCLUSIVE");
            assertThatThrownBy(() -> AbsentTable.orElse(reader, -1L, () -> count(reader)))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("locked");
            SchemaMigrations migrations =
                    new SchemaMigrations("things", "SELECT 1 FROM things", "", List.of(List.of()));
            assertThatThrownBy(() -> migrations.current(reader)).hasMessageContaining("locked");
            execute(other, "ROLLBACK");
            assertThat(AbsentTable.orElse(reader, -1L, () -> count(reader))).isZero();
        }
    }

    @Test // LEASE-1
    void tableThatIsCreatedDuringTheQueryIsRead() throws SQLException {
        try (Connection reader = connect();
                Connection other = connect()) {
            AtomicInteger queries = new AtomicInteger();
            long found = AbsentTable.orElse(reader, -1L, () -> {
                try {
                    return count(reader);
                } catch (SQLException failed) {
                    if (queries.incrementAndGet() == 1) {
                        execute(other, "CREATE TABLE things (id integer)");
                    }
                    throw failed;
                }
            });
            assertThat(found).isZero();
        }
    }

    @Test // LEASE-1
    void otherFailuresAreThrown() throws SQLException {
        try (Connection connection = connect()) {
            assertThatThrownBy(() -> AbsentTable.orElse(connection, 0, () -> {
                        execute(connection, "SELECT FROM");
                        return 1;
                    }))
                    .hasMessageContaining("syntax error");
        }
    }
}
