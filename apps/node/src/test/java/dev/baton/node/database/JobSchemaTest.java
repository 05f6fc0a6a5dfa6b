package dev.baton.node.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.support.sql.SchemaMigrations;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schema versions of job databases, on SQLite and PostgreSQL. */
class JobSchemaTest {
    @TempDir
    Path directory;

    private String url = "";
    private boolean sqlite;

    private void use(String database) {
        sqlite = database.equals("sqlite");
        url = sqlite ? "sqlite:" + directory.resolve("node.db") : TestPostgres.newDatabase();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                sqlite
                        ? "jdbc:" + url
                        : "jdbc:" + url.replace("postgres://postgres@", "postgresql://") + "?user=postgres");
    }

    private void execute(List<String> statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private int number(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }

    private void begin() {
        try (JobDatabase database = JobDatabase.open(url)) {
            JobDatabaseContract.beginTerm(database, "a", 1);
        }
    }

    @ParameterizedTest // NODE-3
    @ValueSource(strings = {"sqlite", "postgres"})
    void freshDatabaseGetsTheLatestVersion(String database) throws SQLException {
        use(database);
        begin();
        begin();
        assertThat(number("SELECT version FROM baton_schema WHERE component = 'jobs'"))
                .isEqualTo(2);
        assertThat(number("SELECT count(*) FROM baton_terms")).isEqualTo(2);
    }

    @ParameterizedTest // NODE-3
    @ValueSource(strings = {"sqlite", "postgres"})
    void tablesOfRelease01CountAsVersion1(String database) throws SQLException {
        use(database);
        execute(JobSchema.migrations(sqlite).migrations().get(0));
        try (Connection connection = connect()) {
            assertThat(JobSchema.migrations(sqlite).current(connection)).isEqualTo(1);
        }
        begin();
        assertThat(number("SELECT count(*) FROM baton_terms")).isEqualTo(1);
        assertThat(number("SELECT version FROM baton_schema WHERE component = 'jobs'"))
                .isEqualTo(2);
    }

    @ParameterizedTest // NODE-3
    @ValueSource(strings = {"sqlite", "postgres"})
    void newerDatabaseIsRefused(String database) throws SQLException {
        use(database);
        begin();
        execute(List.of("UPDATE baton_schema SET version = 3 WHERE component = 'jobs'"));
        assertThatThrownBy(this::begin)
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("jobs have schema version 3")
                .hasMessageContaining("upgrade this program");
        assertThat(number("SELECT count(*) FROM baton_terms")).isEqualTo(1);
    }

    @ParameterizedTest // NODE-3
    @ValueSource(strings = {"sqlite", "postgres"})
    void versionOfAnotherComponentIsIgnored(String database) throws SQLException {
        use(database);
        execute(List.of(SchemaMigrations.TABLE, "INSERT INTO baton_schema VALUES ('other', 9)"));
        begin();
        assertThat(number("SELECT version FROM baton_schema WHERE component = 'jobs'"))
                .isEqualTo(2);
    }
}
