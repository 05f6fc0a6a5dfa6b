package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

// PG-10: the command line as scripts use it
class UsageTest {

    @Test
    void printsTheVersionOnOneLine() {
        assertThat(Cli.run("--version").out()).startsWith("baton 0.").hasLineCount(1);
    }

    @ParameterizedTest
    @MethodSource("dev.baton.cli.Subcommands#names")
    void everyHelpDocumentsTheExitCodes(String command) {
        Cli help = Cli.run(command, "--help");
        assertThat(help.code()).isZero();
        assertThat(help.out()).startsWith("Usage: baton " + command).contains("Exit codes:", "  2  wrong usage");
    }

    @Test
    void helpDocumentsOnlyTheExitCodesThatCanOccur() {
        assertThat(Cli.run("run", "--help").out()).contains("4  leadership lost", "exit code of CMD");
        assertThat(Cli.run("jobs", "--help").out())
                .contains("3  no node answered", "the exit code of the job")
                .doesNotContain("leadership lost", "gave up");
        assertThat(Cli.run("agents", "--help").out()).doesNotContain("leadership lost", "exit code of");
        for (String command : Subcommands.names()) {
            assertThat(Cli.run(command, "--help").out().contains("  4  leadership lost"))
                    .as(command)
                    .isEqualTo(command.equals("run") || command.equals("sidecar"));
        }
        assertThat(Cli.run("keys", "--help").out()).doesNotContain("  1  ", "  3  ");
    }

    @Test
    @Timeout(60)
    void refusesAPipeForEvents(@TempDir Path directory) throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Cli run = Cli.run("run", "job", "--on", "file:" + directory, "--events", pipe.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--events " + pipe + " is neither a file nor a terminal");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--validity", "--stop-grace", "--health-interval", "--reconnect-grace"})
    void refusesDurationsAboveTenYears(String option, @TempDir Path directory) {
        Cli run = Cli.run("run", "job", "--on", "file:" + directory, option, "2500000h");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(option + " 2500000h is too long: the maximum is 87600h");
    }

    @Test
    void optionWithShortNameIsTheSameAsTheLongOne() {
        assertThat(Cli.run("jobs", "--help").out()).contains("-f, --follow");
        assertThat(Cli.run("jobs", "submit", "x", "-f").err()).contains("--follow needs --wait");
    }

    @ParameterizedTest // API-3
    @ValueSource(strings = {"run", "once", "shards"})
    void helpSaysWhatChangesInsideALeash(String command) {
        assertThat(Cli.run(command, "--help").out().replaceAll("\\s+", " "))
                .contains("--leash", "--live-command")
                .contains("pids in pid files are wrong outside", "ps and kill see only CMD's own processes")
                .contains(
                        "mounts are private", "sudo and setuid programs fail", "two commands may run at the same time");
    }

    @ParameterizedTest // API-1
    @ValueSource(strings = {"status", "status nightly", "history nightly", "transfer nightly --to a", "doctor"})
    void readOnlyCommandsCreateNothing(String command, @TempDir Path directory) {
        for (String scheme : List.of("file:", "lease:sqlite:")) {
            List<String> words = new ArrayList<>(List.of(command.split(" ")));
            words.addAll(List.of("--on", scheme + directory.resolve("store")));
            Cli.run(words.toArray(String[]::new));
            assertThat(directory).as(scheme).isEmptyDirectory();
        }
    }

    @Test
    void helpOfRunDocumentsEveryOptionOfTheContract() {
        assertThat(Cli.run("run", "--help").out())
                .contains(
                        "--on",
                        "--dsn",
                        "--id",
                        "--key1",
                        "--key2",
                        "--health-interval",
                        "--retry-base",
                        "--retry-max",
                        "--retry",
                        "--reconnect-grace",
                        "--no-auto-reacquire",
                        "--validity",
                        "--stop-grace",
                        "--priority",
                        "--health-command",
                        "--respawn",
                        "--json",
                        "--events",
                        "--metrics-port",
                        "Ctrl-C",
                        "Ctrl-Z");
    }

    @Test
    void suggestsTheRightOptionForAMisspeltOne() {
        Cli wrong = Cli.run("run", "nightly", "--respwan");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("--respwan", "--respawn");
    }

    @ParameterizedTest
    @CsvSource({"rnu, did you mean baton run?", "jobs sumbit, did you mean submit?", "agents lsit, did you mean list?"})
    void suggestsTheRightCommandForAMisspeltOne(String line, String suggestion) {
        Cli wrong = Cli.run(line.split(" "));
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains(suggestion);
    }

    @Test // PG-8
    void noErrorShowsPartOfAPasswordThatWasCut() {
        for (String url : new String[] {
            "jdbc:postgresql://h/db?user=u&password=my&hunter2",
            "postgres:u:hunter2@h/db",
            "postgres://u:100%hunter2@h/db",
            "postgres://u:hu?patience=hunter2@h/db",
            "lease:postgres://u:hu?ttl=hunter2@h/db",
            "lease:postgres:/u:hunter2@h",
            "mqtt://u:hunter2/g?members=a&key-file=k",
            "mqtt://u:x?hunter2@h/g"
        }) {
            Cli byVariable = Cli.run(Map.of("BATON_URL", url), "status");
            assertThat(byVariable.code()).as(url).isEqualTo(2);
            Cli byOption = Cli.run("status", "--on", url);
            assertThat(byOption.code()).as(url).isEqualTo(2);
            assertThat(byVariable.err() + byOption.err()).as(url).doesNotContain("hunt");
        }
        assertThat(Cli.run("node", "--id", "a", "--store", "u:hunter2@h").err()).doesNotContain("hunt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite:x?foo=1", "postgres://h/db?sslmode=disabel", "postgres://h/db?connect_timeout=abc"})
    void nodeRefusesWrongStoreBeforeItStarts(String store, @TempDir Path data) {
        Cli wrong = Cli.run("node", "--id", "a", "--data-dir", data.toString(), "--store", store);
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void roleOfNodesThatDoNotAnswerIsLikeAnUnreachableStore() {
        assertThat(Cli.run("role", "--node", "http://127.0.0.1:1").code()).isEqualTo(3);
    }

    @Test
    void newerSchemaIsOneLineAndAFailedCheck(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("lease.db");
        String url = "lease:sqlite:" + file;
        assertThat(Cli.run("acquire", "nightly", "--on", url).code()).isZero();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE baton_schema SET version = 2");
        }
        Cli refused = Cli.run("status", "nightly", "--on", url);
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).hasLineCount(1).contains("schema version 2", "upgrade this program");
        Cli doctor = Cli.run("doctor", "--on", url);
        assertThat(doctor.code()).isEqualTo(3);
        assertThat(doctor.out()).contains("FAILED", "schema version 2");
        assertThat(Cli.run("doctor", "--json", "--on", url).out()).contains("\"ok\":false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "acquire", "history", "transfer", "keys"})
    void refusesCallWithoutElection(String command) {
        Cli wrong = Cli.run(command);
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).doesNotContain("defect", "\tat ");
    }

    @Test
    void asksForDashesBeforeACommand() {
        Cli wrong = Cli.run("run", "nightly", "./job.sh");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("./job.sh", "must follow --");
    }

    @Test
    void statusShowsOtherElectionsWhenOneIsUnreadable(@TempDir Path directory) throws IOException {
        String store = "file:" + directory;
        assertThat(Cli.run("acquire", "readable", "--on", store).code()).isZero();
        Files.createDirectory(directory.resolve("locks/unreadable.lock"));
        Cli status = Cli.run("status", "--on", store);
        assertThat(status.code()).isEqualTo(3);
        assertThat(status.out()).contains("readable");
        assertThat(status.err()).contains("unreadable", "not a regular file");
    }

    @Test
    void replacesControlCharactersFromAStore(@TempDir Path directory) throws IOException {
        Files.createDirectories(directory.resolve("locks"));
        Files.writeString(
                directory.resolve("locks/odd.lock"),
                "{\"instance_id\":\"\\u001b[2Jme\",\"pid\":1,\"claimed_at\":\"2036-01-02T03:04:05Z\"}");
        Cli status = Cli.run("status", "--on", "file:" + directory);
        assertThat(status.out()).contains("?[2Jme").doesNotContain("\u001b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "s", "ms", "-1", "+1", "1d", "1 s", "1e3", "1.2.3", ".", "ten", "999999999999999999999"})
    void refusesMalformedDurationWithTheOptionAndTheForms(String text) {
        Cli refused = Cli.run("acquire", "nightly", "--wait=" + text);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("--wait", "500ms, 10s, 5m or 2h");
    }

    @Test
    void refusesTooLongDuration() {
        assertThat(Cli.run("acquire", "nightly", "--wait", "99999999999999999999m")
                        .err())
                .contains("--wait", "too long");
    }

    @ParameterizedTest
    @CsvSource({"1500ms,1.5s", "2,2s", "0.25,250ms", "1.5s,1.5s", "0.05m,3s"})
    void readsDurationsWithUnitsAndBareSeconds(String text, String shown, @TempDir Path directory) {
        Cli doctor = Cli.run("doctor", "--on", "file:" + directory, "--validity", "9s", "--stop-grace", text);
        assertThat(doctor.out()).as(doctor.err()).contains("stop grace " + shown + ",");
    }

    @ParameterizedTest // API-10
    @CsvSource({"file:,500ms,500", "lease:sqlite:,1.5s,1500"})
    void doctorPrintsTheMarginOfTheStore(String scheme, String shown, long millis, @TempDir Path directory) {
        String url = scheme + directory.resolve("store");
        assertThat(Cli.run("doctor", "--on", url).out()).contains("margin " + shown);
        assertThat(Cli.run("doctor", "--json", "--on", url).out()).contains("\"margin_ms\":" + millis + ",");
    }

    @Test // API-10
    void refusesUnsafeTimingInTheWordsOfTheOptions(@TempDir Path directory) {
        Cli refused = Cli.run("run", "x", "--on", "file:" + directory, "--health-interval", "9", "--stop-grace", "5");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .contains("--health-interval", "--stop-grace", "<= --validity")
                .doesNotContain("renewInterval", "stopGrace");
        assertThat(Cli.run("run", "x", "--on", "file:" + directory, "--validity", "20s")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void suggestsTheRightSubcommandForAMisspeltOne() {
        Cli wrong = Cli.run("stauts");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("stauts", "baton status");
    }

    @Test
    void listsTheSubcommandsWhenNoneIsGiven() {
        Cli nothing = Cli.run();
        assertThat(nothing.code()).isEqualTo(2);
        assertThat(nothing.err()).contains("transfer", "doctor");
    }

    @ParameterizedTest
    @ValueSource(strings = {".hidden", "a b", "a/b", "", "ü"})
    void refusesMalformedElectionName(String name) {
        for (String command : new String[] {"run", "acquire", "status", "watch", "history", "keys"}) {
            assertThat(Cli.run(command, name).code()).as(command).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://me:s3cret@host/db",
                "jdbc:postgresql://host/db?user=me&password=s3cret",
                "host=h password=s3cret",
                "postgres://me:s3c/ret@host/db",
                "lease:postgres://me:s3cret@host/db"
            })
    void refusesPasswordOnTheCommandLineWithoutRepeatingIt(String url) {
        for (String option : new String[] {"--on", "--dsn"}) {
            Cli refused = Cli.run("status", option, url);
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.err())
                    .contains(option, "BATON_URL", "PG_DSN", "PGPASSWORD", "~/.pgpass")
                    .doesNotContain("s3c");
        }
    }

    @Test
    void listsTheInstalledSchemesForAnUnknownOne() {
        Cli refused = Cli.run("status", "--on", "consul://host");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("no backend is installed for consul: URLs", "kubernetes", "zookeeper");
    }

    @Test
    void refusesAdvisoryKeysWithoutPostgresStore() {
        Cli refused = Cli.run("run", "--on", "file:/nowhere", "--key1", "1", "--key2", "2");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("PostgreSQL");
        assertThat(Cli.run("run", "x", "--key1", "1").err()).contains("give both or none");
        assertThat(Cli.run("run", "x", "--key1", "1", "--key2", "99999999999").err())
                .contains("whole number");
    }

    @Test
    void advisoryKeysSelectTheStoreInPgDsn() {
        Cli chosen =
                Cli.run(Map.of("PG_DSN", "postgres://host/db?takeover=maybe"), "run", "--key1", "1", "--key2", "2");
        assertThat(chosen.err()).contains("takeover must be fenced or exclusive", "postgres://");
        assertThat(chosen.code()).isEqualTo(2);
    }

    @Test
    void selectsTheStoreByPrecedence() {
        Map<String, String> environment = Map.of("BATON_URL", "etcd://e", "PG_DSN", "kubernetes://k");
        assertThat(Cli.run(environment, "status").err()).contains("etcd:");
        assertThat(Cli.run(environment, "status", "--dsn", "quorum://q").err()).contains("quorum:");
        assertThat(Cli.run(environment, "status", "--dsn", "quorum://q", "--on", "mqtt://m")
                        .err())
                .contains("mqtt:");
    }

    @Test
    void derivesKeysFromTheFirst64BitsOfTheHashOfTheName() {
        // printf nightly | sha256sum starts with 2a3b62b53ddb9f16
        assertThat(Cli.run("keys", "nightly").out()).isEqualTo(KNOWN_KEYS + System.lineSeparator());
    }

    @Test
    void refusesMisplacedCommands() {
        assertThat(Cli.run("run", "nightly", "./job.sh").code()).isEqualTo(2);
        assertThat(Cli.run("run", "nightly", "--").err()).contains("must follow --");
        assertThat(Cli.run("status", "nightly", "--", "ls").code()).isEqualTo(2);
        assertThat(Cli.run("run").err()).contains("needs the name of an election");
        assertThat(Cli.run("transfer", "nightly").err()).contains("--to");
    }

    @Test
    void printsColoursOnTerminalsUnlessNoColorIsSet() {
        String escape = "\u001b[";
        assertThat(Cli.run(Map.of(), true, "--help").out()).contains(escape);
        assertThat(Cli.run(Map.of("NO_COLOR", "1"), true, "--help").out()).doesNotContain(escape);
        assertThat(Cli.run(Map.of(), false, "--help").out()).doesNotContain(escape);
    }

    @Test
    void printsACompletionScriptForBash() {
        assertThat(Cli.run("completion").out())
                .startsWith("#!/usr/bin/env bash")
                .contains("baton", "transfer");
    }

    private static final String KNOWN_KEYS = "708534965 1037803286";
}
