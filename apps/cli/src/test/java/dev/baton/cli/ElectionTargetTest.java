package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of a PostgreSQL lock name an election and its store, for every command alike. */
@Timeout(value = 30, unit = TimeUnit.SECONDS) // a watch of the wrong store would not end
class ElectionTargetTest {
    private static final Map<String, String> UNREACHABLE = Map.of("PG_DSN", "postgres://localhost:1/app");

    private static String[] with(String command, String... more) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of(more));
        return words.toArray(new String[0]);
    }

    @ParameterizedTest // PG-10
    @ValueSource(strings = {"status", "acquire", "watch", "history", "transfer --to me", "doctor", "run"})
    void keysSelectTheDatabaseOfPgDsn(String command) {
        if (!command.equals("run")) {
            Cli unreachable = Cli.run(UNREACHABLE, with(command, "--key1", "1234", "--key2", "5678"));
            assertThat(unreachable.code()).as(unreachable.err()).isIn(1, 3);
            assertThat(unreachable.out() + unreachable.err())
                    .contains("localhost:1")
                    .doesNotContain("there is no election");
            Map<String, String> both = Map.of("PG_DSN", "postgres://localhost:1/app", "BATON_URL", "file:/tmp/x");
            assertThat(Cli.run(both, with(command, "--key1", "1234", "--key2", "5678")))
                    .extracting(result -> result.out() + result.err())
                    .asString()
                    .contains("localhost:1");
        }
        assertThat(Cli.run(UNREACHABLE, with(command, "--key1", "1234")).err()).contains("give both or none");
        Cli elsewhere = Cli.run(with(command, "--key1", "1", "--key2", "2", "--on", "file:/tmp/x"));
        assertThat(elsewhere.code()).isEqualTo(2);
        assertThat(elsewhere.err()).contains("not a postgres:// store");
    }

    @ParameterizedTest // PG-10
    @ValueSource(strings = {"status", "acquire", "watch", "history", "transfer --to me"})
    void nameOfTwoKeysSelectsTheDatabaseOfPgDsn(String command) {
        Cli unreachable = Cli.run(UNREACHABLE, with(command, "1234:-5678"));
        assertThat(unreachable.code()).as(unreachable.err()).isEqualTo(3);
        assertThat(unreachable.err()).contains("localhost:1");
    }

    @Test // PG-10
    void keysOfANameOfTwoKeysAreThese() {
        assertThat(Cli.run("keys", "1234:5678").out()).isEqualTo("1234 5678\n");
        assertThat(Cli.run("keys", "1234:-5678").out()).isEqualTo("1234 -5678\n");
        assertThat(Cli.run("keys", "9999999999:1").out()).doesNotContain("9999999999");
        assertThat(Cli.run("keys", "nightly").out()).isEqualTo("708534965 1037803286\n");
    }

    @ParameterizedTest // PG-10
    @ValueSource(strings = {"01234:5678", "1234:05678", "1:-0", "00:1"})
    void anotherSpellingOfTwoKeysIsRefusedWhereItNamesALock(String name, @TempDir Path directory) {
        for (Cli refused : List.of(Cli.run("keys", name), Cli.run(UNREACHABLE, "status", name))) {
            assertThat(refused.code()).as(refused.err()).isEqualTo(2);
            assertThat(refused.err()).contains(name + " names the same advisory lock as ", "without leading zeros");
        }
        String store = "file:" + directory.resolve("store");
        assertThat(Cli.run("acquire", name, "--on", store).code()).isZero();
    }

    @ParameterizedTest // PG-10
    @ValueSource(strings = {"run", "acquire", "history", "transfer --to me"})
    void missingElectionIsUsageError(String command) {
        Cli wrong = Cli.run(with(command));
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("needs the name of an election");
    }

    @Test // PG-10
    void nameOfTwoKeysIsNotLookedUpInAnotherKindOfStore(@TempDir Path directory) {
        Map<String, String> both =
                Map.of("PG_DSN", "postgres://localhost:1/app", "BATON_URL", "file:" + directory.resolve("store"));
        Cli asked = Cli.run(both, "status", "1:2");
        assertThat(asked.code()).isEqualTo(3);
        assertThat(asked.out() + asked.err()).contains("localhost:1").doesNotContain("no leader");
    }

    @Test // PG-10
    void otherNamesIgnorePgDsn(@TempDir Path directory) {
        Map<String, String> both =
                Map.of("PG_DSN", "postgres://localhost:1/app", "BATON_URL", "file:" + directory.resolve("store"));
        assertThat(Cli.run(both, "acquire", "nightly").out().trim()).isEqualTo("1");
        assertThat(Cli.run(both, "status", "nightly").out())
                .as("the answer names the store that was read")
                .contains("nightly  no leader in file:" + directory.resolve("store"));
    }

    @Test // PG-10
    void statusOfUnknownElectionNamesTheStoreInsteadOfSayingThatNobodyLeads(@TempDir Path directory) {
        String store = "file:" + directory.resolve("store");
        assertThat(Cli.run("acquire", "nightly", "--on", store).code()).isZero();
        Cli unknown = Cli.run("status", "nihgtly", "--on", store);
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.out()).isEmpty();
        assertThat(unknown.err()).contains("there is no election nihgtly in " + store);
        Cli json = Cli.run("status", "nihgtly", "--on", store, "--json");
        assertThat(json.code()).isEqualTo(1);
        assertThat(json.out()).contains("\"leader\":null");
        assertThat(Cli.run("status", "nightly", "--on", store).out()).contains("nightly  no leader in " + store);
    }

    @ParameterizedTest // PG-10
    @ValueSource(strings = {"history", "history --json"})
    void historyOfUnknownElectionIsAnError(String command, @TempDir Path directory) {
        String store = "file:" + directory.resolve("store");
        assertThat(Cli.run("acquire", "nightly", "--on", store).code()).isZero();
        Cli unknown = Cli.run(with(command, "nihgtly", "--on", store));
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.out()).isEmpty();
        assertThat(unknown.err()).contains("there is no election nihgtly in " + store);
        assertThat(Cli.run(with(command, "nightly", "--on", store)).code()).isZero();
    }
}
