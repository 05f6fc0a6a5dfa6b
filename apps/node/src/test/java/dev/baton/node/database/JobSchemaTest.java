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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
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
                .isEqualTo(3);
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
                .isEqualTo(3);
    }

    @ParameterizedTest // NODE-3
    @ValueSource(strings = {"sqlite", "postgres"})
    void newerDatabaseIsRefused(String database) throws SQLException {
        use(database);
        begin();
        execute(List.of("UPDATE baton_schema SET version = 4 WHERE component = 'jobs'"));
        assertThatThrownBy(this::begin)
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("jobs have schema version 4")
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
                .isEqualTo(3);
    }

    @Test // NODE-3
    void secondSchemaIsRefusedBeforeItsTablesAreCreated() throws SQLException {
        use("postgres");
        begin();
        useOtherSearchPath();
        assertThatThrownBy(this::read)
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("baton_jobs is also in the schema \"public\"");
        assertThat(number("SELECT count(*) FROM pg_tables WHERE schemaname = 'other'"))
                .isZero();
        url += "?schema=public";
        read();
    }

    @Test // NODE-3
    void sessionsFollowTheSchemaThatWasFoundFirst() throws SQLException {
        use("postgres");
        try (JobDatabase database = JobDatabase.open(url)) {
            JobDatabaseContract.beginTerm(database, "a", 1);
            useOtherSearchPath();
            terminateOthers();
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> database.latestTerm().isPresent());
        }
    }

    @Test // NODE-3
    void encodingThatCannotStoreEveryTextIsRefused() {
        url = TestPostgres.newDatabase("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
        assertThatThrownBy(this::begin).isInstanceOf(BatonException.class).hasMessageContaining("encoding LATIN1");
    }

    private void useOtherSearchPath() throws SQLException {
        execute(List.of(
                "CREATE SCHEMA other",
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = other', current_database()); END $$"));
    }

    private void read() {
        try (JobDatabase database = JobDatabase.open(url)) {
            assertThat(database.latestTerm()).isPresent();
        }
    }

    private void terminateOthers() throws SQLException {
        number("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }
}
