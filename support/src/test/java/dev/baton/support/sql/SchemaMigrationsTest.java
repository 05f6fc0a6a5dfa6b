package dev.baton.support.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaMigrationsTest {
    private static final List<String> FIRST = List.of("CREATE TABLE IF NOT EXISTS things (id integer)");
    private static final List<String> SECOND = List.of("ALTER TABLE things ADD COLUMN name text");

    @TempDir
    Path directory;

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"));
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void freshDatabaseGetsEveryMigrationInOrder() throws SQLException {
        migrations(FIRST, SECOND).apply(connection);
        execute("INSERT INTO things (id, name) VALUES (1, 'a')");
        assertThat(migrations(FIRST, SECOND).current(connection)).isEqualTo(2);
        migrations(FIRST, SECOND).apply(connection);
    }

    @Test
    void tablesWithoutVersionAreVersionOne() throws SQLException {
        execute(FIRST.get(0));
        assertThat(migrations(FIRST).current(connection)).isEqualTo(1);
        migrations(FIRST, SECOND).apply(connection);
        execute("INSERT INTO things (id, name) VALUES (1, 'a')");
        assertThat(migrations(FIRST, SECOND).current(connection)).isEqualTo(2);
    }

    @Test
    void tablesThatWereDroppedAreCreatedAgain() throws SQLException {
        migrations(FIRST, SECOND).apply(connection);
        execute("DROP TABLE things");
        assertThat(migrations(FIRST, SECOND).current(connection)).isZero();
        migrations(FIRST, SECOND).apply(connection);
        execute("INSERT INTO things (id, name) VALUES (1, 'a')");
    }

    @Test
    void newerVersionIsRefusedAndNothingChanges() throws SQLException {
        migrations(FIRST, SECOND).apply(connection);
        assertThatThrownBy(() -> migrations(FIRST).apply(connection))
                .isInstanceOf(SchemaRefusedException.class)
                .hasMessageContainingAll("things", "version 2", "version 1", "upgrade this program");
        assertThat(migrations(FIRST, SECOND).current(connection)).isEqualTo(2);
    }

    @Test
    void failedMigrationLeavesTheOldVersion() throws SQLException {
        migrations(FIRST).apply(connection);
        SchemaMigrations broken = migrations(FIRST, List.of("CREATE TABLE more (id integer)", "NOT SQL"));
        assertThatThrownBy(() -> broken.apply(connection)).isInstanceOf(SQLException.class);
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(broken.current(connection)).isEqualTo(1);
        assertThatThrownBy(() -> execute("SELECT * FROM more")).isInstanceOf(SQLException.class);
    }

    @Test
    void versionThatCannotBeReadIsNotTakenForNone() throws SQLException {
        execute(FIRST.get(0));
        execute("CREATE VIEW baton_schema AS SELECT version FROM things");
        assertThatThrownBy(() -> migrations(FIRST).apply(connection)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> migrations(FIRST).current(connection)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> migrations(FIRST).requireKnown(connection)).isInstanceOf(SQLException.class);
    }

    @Test
    void probeThatFailsOtherwiseIsNotTakenForMissingTables() throws SQLException {
        migrations(FIRST, SECOND).apply(connection);
        SchemaMigrations broken =
                new SchemaMigrations("things", "SELECT absent FROM things", "", List.of(FIRST, SECOND));
        assertThatThrownBy(() -> broken.apply(connection)).hasMessageContaining("no such column: absent");
    }

    private static SchemaMigrations migrations(List<String> first) {
        return new SchemaMigrations("things", "SELECT 1 FROM things WHERE 1 = 0", "", List.of(first));
    }

    private static SchemaMigrations migrations(List<String> first, List<String> second) {
        return new SchemaMigrations("things", "SELECT 1 FROM things WHERE 1 = 0", "", List.of(first, second));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
