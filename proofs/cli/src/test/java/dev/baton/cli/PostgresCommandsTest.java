package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.json.Json;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a real PostgreSQL server. */
class PostgresCommandsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String URL =
            TestServers.newest().url("postgres", TestServers.newest().newDatabase());

    @TempDir
    Path directory;

    @Test // PG-10
    void runWithKeysLeadsAndStatusShowsTheLockTable() {
        BatonProcess baton =
                BatonProcess.start(directory, "run", "--dsn", URL, "--key1", "1", "--key2", "100", "--json");
        await().atMost(TIMEOUT).until(() -> baton.has("acquired"));
        assertThat(baton.err()).contains("election=1:100 key1=1 key2=100");
        Cli status = Cli.run("status", "1:100", "--on", URL);
        assertThat(status.code()).isZero();
        assertThat(status.out()).contains("1:100  led by", "pg_locks(1, 100): held by pid", "baton lock");
        Cli json = Cli.run("status", "1:100", "--on", URL, "--json");
        assertThat(Json.parseObject(json.out()))
                .containsEntry("election", "1:100")
                .containsKey("leader");
        baton.signal("TERM");
        assertThat(baton.exitCode()).isZero();
        assertThat(baton.has("released")).isTrue();
        assertThat(Cli.run("status", "1:100", "--on", URL).code()).isEqualTo(1);
    }

    @Test // PG-10
    void acquirePrintsGrowingEpochsAndHistoryShowsBothTenures() {
        Cli first = Cli.run(Map.of("BATON_URL", URL), "acquire", "nightly");
        Cli second = Cli.run(Map.of("BATON_URL", URL), "acquire", "nightly");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(Long.parseLong(second.out().trim()))
                .isGreaterThan(Long.parseLong(first.out().trim()));
        assertThat(Cli.run("history", "nightly", "--on", URL, "--json").out().lines())
                .hasSize(2);
    }

    @Test // PG-10
    void doctorChecksTheServerAndComputesWorstCases() {
        Cli doctor = Cli.run("doctor", "--on", URL, "--json");
        assertThat(doctor.code()).as(doctor.out()).isZero();
        assertThat(doctor.out())
                .contains("\"version\"", "\"session\"", "\"privileges\"", "\"lock-slots\"", "\"clock\"", "freeze_ms");
    }

    @Test // PG-10
    void exitsWithThreeForAnUnreachableServerOrAWrongDatabase() {
        assertThat(Cli.run("status", "x", "--on", "postgres://postgres@localhost:1/postgres")
                        .code())
                .isEqualTo(3);
        assertThat(Cli.run("acquire", "x", "--on", "postgres://postgres@localhost:1/postgres")
                        .code())
                .isEqualTo(3);
        assertThat(Cli.run("acquire", "x", "--on", TestServers.newest().url("postgres", "nowhere"))
                        .code())
                .isEqualTo(3);
    }

    @Test // PG-8
    void refusesPasswordOnTheCommandLineWithoutRepeatingIt() {
        Cli refused = Cli.run("status", "--on", "postgres://me:s3cret@localhost/app");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.out() + refused.err()).doesNotContain("s3cret").contains("PGPASSWORD");
    }

    @Test // PG-1
    void refusesKeysOutsideInt4() {
        Cli refused = Cli.run("run", "--dsn", URL, "--key1", "2147483648", "--key2", "1");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("2147483647");
    }
}
