package dev.baton.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteDataSource;

/** The highest-seen fence on SQLite (FENCE-2). */
class SqliteHighestSeenTest extends HighestSeenContract {
    @TempDir
    Path folder;

    @BeforeEach
    void create() throws SQLException {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE entries (writer bigint, note text)");
            statement.execute("CREATE TABLE ordered (position bigint, writer bigint)");
        }
    }

    @Override
    DataSource source() {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("app.db"));
        source.getConfig().setBusyTimeout(20_000);
        return source;
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(booleans = {true, false})
    void workThatGoesOnAfterTheDatabaseRolledBackWritesNothing(boolean writesAgain) throws SQLException {
        fence.prepare(source());
        try (Connection kept = source().getConnection();
                Statement statement = kept.createStatement()) {
            statement.execute("CREATE TABLE names (name text UNIQUE)");
            statement.execute("INSERT INTO names VALUES ('a')");
            DataSource pool = InterceptedDataSource.source(InterceptedDataSource.connection(kept, "close", real -> {}));
            assertThatThrownBy(() -> fence.inTransaction(pool, FixedLeadership.of("nightly", 1), connection -> {
                        TestDatabase.entry(1).run(connection);
                        assertThatThrownBy(() -> connection
                                        .createStatement()
                                        .execute("INSERT OR ROLLBACK INTO names VALUES ('a')"))
                                .isInstanceOf(SQLException.class);
                        return writesAgain ? TestDatabase.entry(1).run(connection) : 0;
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("was ended inside the work");
            assertThat(kept.getAutoCommit()).isTrue();
            fence.inTransaction(pool, FixedLeadership.of("nightly", 2), TestDatabase.entry(2));
            try (var rows = statement.executeQuery("SELECT writer FROM entries")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(2);
                assertThat(rows.next()).isFalse();
            }
        }
    }

    @Test // FENCE-2: names in brackets can contain quotes
    void refusesTheSameBehindNamesInBrackets() throws SQLException {
        fence.prepare(source());
        String none = "DELETE FROM entries AS [it's] WHERE 0";
        assertThatThrownBy(() -> fence.inTransaction(source(), FixedLeadership.of("nightly", 1), connection -> {
                    TestDatabase.entry(1).run(connection);
                    return connection.createStatement().executeUpdate(none + "; COMMIT; " + none);
                }))
                .isInstanceOf(IllegalStateException.class);
        fence.inTransaction(
                source(),
                FixedLeadership.of("nightly", 2),
                connection -> connection
                        .createStatement()
                        .executeUpdate("INSERT INTO [entries] VALUES (2, ''); DELETE FROM [entries] WHERE writer = 1"));
        try (Connection connection = source().getConnection();
                var rows = connection.createStatement().executeQuery("SELECT sum(writer) FROM entries")) {
            assertThat(rows.getInt(1)).isEqualTo(2);
        }
    }
}
