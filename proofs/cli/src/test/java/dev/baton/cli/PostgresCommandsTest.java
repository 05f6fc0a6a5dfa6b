package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.json.Json;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    void allCommandsTakeTheKeysAsRunDoes() {
        String dsn = "host=localhost port=" + TestServers.newest().port() + " user=postgres dbname="
                + URL.substring(URL.lastIndexOf('/') + 1);
        String[] keys = {"--key1", "7", "--key2", "-8", "--dsn", dsn};
        BatonProcess baton = BatonProcess.start(
                directory, "run", "--key1", "7", "--key2", "-8", "--dsn", dsn, "--id", "me", "--json", "-v");
        await().atMost(TIMEOUT).until(() -> baton.has("acquired"));
        assertThat(baton.err()).contains("lock_acquired epoch=1 attempt=1 election=7:-8 key1=7 key2=-8");
        for (Map<String, String> environment : List.of(Map.<String, String>of(), Map.of("PG_DSN", dsn))) {
            String[] named = environment.isEmpty() ? keys : new String[] {"7:-8"};
            try (BatonProcess watch = BatonProcess.start(directory, environment, words("watch", named))) {
                await().atMost(TIMEOUT).until(() -> watch.out().contains("7:-8  led by me"));
            }
            Cli status = Cli.run(environment, words("status", named));
            assertThat(status.out()).as(status.err()).contains("7:-8  led by me", "pg_locks(7, -8): held by pid");
            assertThat(Cli.run(environment, words("history", named)).out()).contains("me");
            Cli acquire = Cli.run(environment, words("acquire", named));
            assertThat(acquire.code()).isEqualTo(1);
            assertThat(acquire.err()).contains("another instance leads 7:-8");
            assertThat(Cli.run(environment, words("transfer --to nobody", named))
                            .err())
                    .as("the instance of acquire can be listed for a moment, too")
                    .containsPattern("live instances: .*\\bme\\b");
        }
        assertThat(Cli.run(words("doctor", keys)).code()).isZero();
        baton.signal("TERM");
        assertThat(baton.exitCode()).isZero();
        assertThat(Cli.run(words("acquire", keys)).out().trim()).isEqualTo("2");
    }

    @Test // FENCE-1
    void commandGetsTheIdOfTheTenureThatTheTableHas() {
        String database = URL.substring(URL.lastIndexOf('/') + 1);
        String script = "printf '%s %s' \"$BATON_EPOCH\" \"$BATON_TENURE\"";
        BatonProcess baton = BatonProcess.start(directory, "run", "tenure", "--on", URL, "--", "sh", "-c", script);
        assertThat(baton.exitCode()).as(baton.err()).isZero();
        String epoch = baton.out().replaceFirst(" .*", "");
        String tenure = baton.out().replaceFirst(".* ", "");
        assertThat(tenure).matches("[0-9a-f-]{36}");
        assertThat(TestServers.newest()
                        .number(
                                database,
                                "SELECT count(*) FROM baton_epochs WHERE election = 'tenure' AND epoch = " + epoch
                                        + " AND tenure = '" + tenure + "'"))
                .isEqualTo(1);
    }

    @Test // PG-10
    void statusShowsForeignHolderOfTheKeys() throws Exception {
        try (Connection psql = TestServers.newest().connect(URL.substring(URL.lastIndexOf('/') + 1));
                Statement statement = psql.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(77, 88)");
            Cli status = Cli.run(Map.of("PG_DSN", URL), "status", "77:88");
            assertThat(status.code()).isEqualTo(1);
            assertThat(status.out()).contains("pg_locks(77, 88): held by pid");
            assertThat(status.err()).contains("there is no election 77:88");
        }
    }

    private static String[] words(String command, String... more) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of(more));
        return words.toArray(new String[0]);
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
