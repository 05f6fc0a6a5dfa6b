package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that requires TLS and a password. The password must never appear in errors or logs. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SecureServerTest {
    private static final String SECRET = "s3cret/of:this@test";
    private static final PostgresTestServer SERVER = TestServers.started("newest");

    @BeforeAll
    static void demandTlsAndPassword() throws IOException {
        // The server runs the command, so that it owns the key.
        SERVER.run(
                "postgres",
                "COPY (SELECT 1) TO PROGRAM 'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
                        + " -addext subjectAltName=DNS:localhost -keyout server.key -out server.crt 2>&1"
                        + " && chmod 600 server.key'");
        SERVER.run("postgres", "CREATE ROLE guarded LOGIN PASSWORD '" + SECRET + "'");
        SERVER.run("postgres", "GRANT CREATE ON SCHEMA public TO guarded");
        SERVER.run("postgres", "ALTER SYSTEM SET ssl = on");
        Files.writeString(
                SERVER.data().resolve("pg_hba.conf"),
                "hostssl all guarded all scram-sha-256\nhost all guarded all reject\nhost all postgres all trust\n");
        SERVER.run("postgres", "SELECT pg_reload_conf()");
        await("TLS is on", () -> SERVER.number("postgres", "SELECT (current_setting('ssl') = 'on')::int") == 1);
    }

    @AfterAll
    static void close() {
        SERVER.close();
    }

    @ParameterizedTest // PG-8
    @ValueSource(strings = {"verify-full", "require"})
    void electsAndNotifiesStandbyOverTls(String mode) {
        String url = url("localhost", "sslmode=" + mode + "&sslrootcert=" + certificate());
        try (Baton one = connect(url, SECRET);
                Baton two = connect(url, SECRET)) {
            Candidate leader = one.election(mode)
                    .candidate(PostgresFixture.settings("leader").build());
            leader.start();
            long epoch = PostgresFixture.awaitEpoch(leader);
            Candidate standby = two.election(mode)
                    .candidate(PostgresFixture.settings("standby")
                            .retry(context -> Optional.of(Duration.ofHours(1)))
                            .build());
            standby.start();
            await("the standby waits", () -> sessions("wait") > 0);
            assertThat(SERVER.number(
                            "postgres",
                            "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
                                    + " WHERE usename = 'guarded' AND NOT ssl"))
                    .isZero();
            leader.close();
            long next = PostgresFixture.awaitEpoch(standby);
            assertThat(next).isGreaterThan(epoch);
            SERVER.terminate("postgres", "baton lock");
            await(
                    "the candidate leads again",
                    () -> standby.leadership().map(Leadership::epoch).orElse(0L) > next);
        }
    }

    @Test // PG-8
    void refusesServerWithUntrustedCertificate() throws IOException {
        SERVER.run(
                "postgres",
                "COPY (SELECT 1) TO PROGRAM 'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=another"
                        + " -keyout another.key -out another.crt 2>&1'");
        Path another = SERVER.data().resolve("another.crt");
        assertThatThrownBy(() -> opened(url("127.0.0.1", "sslmode=verify-full&sslrootcert=" + certificate()), SECRET))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("127.0.0.1 could not be verified")
                .hasMessageNotContaining(SECRET);
        assertThatThrownBy(() -> opened(url("localhost", "sslmode=verify-full&sslrootcert=" + another), SECRET))
                .isInstanceOf(BatonException.class)
                .hasMessageNotContaining(SECRET);
        assertThatThrownBy(() -> opened(url("localhost", "sslmode=disable"), SECRET))
                .isInstanceOf(BatonException.class)
                .hasMessageNotContaining(SECRET);
    }

    @Test // PG-8
    void refusesWrongPasswordWithoutPrintingIt() {
        String wrong = "wr0ng-secret";
        try (CapturedLog log = new CapturedLog()) {
            assertThatThrownBy(() -> opened(url("localhost", "sslmode=require"), wrong))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("guarded@localhost")
                    .satisfies(failed -> {
                        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
                            assertThat(cause.toString()).doesNotContain(wrong);
                        }
                    });
            assertThatThrownBy(() -> new PostgresBackendProvider()
                            .open(
                                    "postgres://guarded:" + wrong + "@localhost:" + SERVER.port()
                                            + "/postgres?sslmode=require",
                                    BatonClock.system()))
                    .isInstanceOf(BatonException.class)
                    .hasMessageNotContaining(wrong);
            assertThat(log.text()).doesNotContain(wrong);
        }
    }

    private static String url(String host, String parameters) {
        return "postgres://guarded@" + host + ":" + SERVER.port() + "/postgres?patience=8s&" + parameters;
    }

    private static Path certificate() {
        return SERVER.data().resolve("server.crt");
    }

    private static PostgresBackend opened(String url, String password) {
        return PostgresFixture.openAsOwnProcess(url, Map.of("PGPASSWORD", password), BatonClock.system())
                .checked();
    }

    private static Baton connect(String url, String password) {
        return BatonRuntime.over(RuntimeEnvironment.real(BatonClock.system()), environment -> opened(url, password));
    }

    private static long sessions(String use) {
        return SERVER.number(
                "postgres", "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'baton " + use + "%'");
    }
}
