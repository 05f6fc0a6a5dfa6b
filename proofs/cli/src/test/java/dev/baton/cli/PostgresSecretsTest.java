package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways to give a password to a server that requires it, and that the password appears nowhere else. */
class PostgresSecretsTest {
    private static final String SECRET = "s3cret-of-the-test";

    @TempDir
    private static Path data;

    private static EmbeddedPostgres server;

    @TempDir
    Path directory;

    @BeforeAll
    static void requirePassword() throws IOException, SQLException {
        Path cluster = data.resolve("cluster");
        server = EmbeddedPostgres.builder().setDataDirectory(cluster).start();
        run("CREATE ROLE guarded LOGIN PASSWORD '" + SECRET + "'");
        run("GRANT CREATE ON SCHEMA public TO guarded");
        Files.writeString(
                cluster.resolve("pg_hba.conf"), "host all guarded all scram-sha-256\nhost all postgres all trust\n");
        run("SELECT pg_reload_conf()");
    }

    @AfterAll
    static void close() throws IOException {
        server.close();
    }

    private static void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String url(String user) {
        return "postgres://" + user + "@localhost:" + server.getPort() + "/postgres";
    }

    @Test // PG-8, PG-10
    void acceptsPasswordInBatonUrl() {
        assertAcquires(
                BatonProcess.start(directory, Map.of("BATON_URL", url("guarded:" + SECRET)), "acquire", "by-url"));
    }

    @Test // PG-8, PG-10
    void acceptsPasswordInPgDsnWithKeys() {
        BatonProcess baton = BatonProcess.start(
                directory,
                Map.of("PG_DSN", url("guarded:" + SECRET)),
                "run",
                "--key1",
                "7",
                "--key2",
                "8",
                "--json",
                "--",
                "true");
        assertThat(baton.exitCode()).as(baton.err()).isZero();
        assertThat(baton.out() + baton.err()).contains("acquired").doesNotContain(SECRET);
    }

    @Test // PG-8, PG-10
    void acceptsPasswordInPgpassword() {
        assertAcquires(BatonProcess.start(
                directory, Map.of("PGPASSWORD", SECRET), "acquire", "by-variable", "--on", url("guarded")));
    }

    @Test // PG-8, PG-10
    void acceptsPasswordInPgpassFile() throws IOException {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path file = home.resolve(".pgpass");
        Files.writeString(file, "localhost:" + server.getPort() + ":postgres:guarded:" + SECRET + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertAcquires(BatonProcess.start(
                directory,
                Map.of("JAVA_TOOL_OPTIONS", "-Duser.home=" + home),
                "acquire",
                "by-file",
                "--on",
                url("guarded")));
    }

    @Test // PG-8, PG-10
    void exitsWithThreeWithoutOrWithAWrongPassword() {
        BatonProcess without = BatonProcess.start(directory, "acquire", "refused", "--on", url("guarded"));
        assertThat(without.exitCode()).isEqualTo(3);
        BatonProcess wrong =
                BatonProcess.start(directory, Map.of("BATON_URL", url("guarded:wr0ng-secret")), "acquire", "refused");
        assertThat(wrong.exitCode()).isEqualTo(3);
        assertThat(wrong.out() + wrong.err()).contains("guarded").doesNotContain("wr0ng-secret");
    }

    @Test // PG-8
    void showsPasswordNeitherInPsNorInTheLog() throws IOException {
        try (BatonProcess baton =
                BatonProcess.start(directory, Map.of("BATON_URL", url("guarded:" + SECRET)), "run", "seen", "--json")) {
            await().atMost(Duration.ofSeconds(30)).until(() -> baton.has("acquired"));
            assertThat(Files.readString(Path.of("/proc", Long.toString(baton.pid()), "cmdline")))
                    .contains("seen")
                    .doesNotContain(SECRET);
            assertThat(baton.out() + baton.err()).doesNotContain(SECRET);
        }
    }

    private static void assertAcquires(BatonProcess baton) {
        assertThat(baton.exitCode()).as(baton.err()).isZero();
        assertThat(baton.out().trim()).isEqualTo("1");
        assertThat(baton.err()).doesNotContain(SECRET);
    }
}
