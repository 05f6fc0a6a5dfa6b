package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.json.Json;
import dev.baton.testkit.mariadb.MariadbTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on lease stores: an SQLite file, and real servers of PostgreSQL and MariaDB. */
class LeaseCommandsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String POSTGRES =
            "lease:" + TestServers.newest().url("postgres", TestServers.newest().newDatabase());

    private static final MariadbTestServer MARIADB_SERVER = MariadbTestServer.shared();
    private static final String MARIADB = "lease:" + MARIADB_SERVER.url("mariadb", MARIADB_SERVER.newDatabase());

    @TempDir
    Path directory;

    private String sqlite() {
        return "lease:sqlite:" + directory.resolve("lease.db");
    }

    @Test // LEASE-2, API-8
    void everyCommandWorksOnSqlite() {
        everyCommandWorksOn(sqlite());
    }

    @Test // LEASE-2, API-8
    void everyCommandWorksOnPostgres() {
        everyCommandWorksOn(POSTGRES);
    }

    @Test // LEASE-2, API-8
    void everyCommandWorksOnMariadb() {
        everyCommandWorksOn(MARIADB);
    }

    private void everyCommandWorksOn(String url) {
        Cli first = Cli.run(Map.of("BATON_URL", url), "acquire", "nightly");
        assertThat(first.code()).as(first.err()).isZero();
        try (BatonProcess watch = BatonProcess.start(directory, "watch", "nightly", "--on", url, "--json");
                BatonProcess one =
                        BatonProcess.start(directory, "run", "nightly", "--on", url, "--id", "one", "--json")) {
            await().atMost(TIMEOUT).until(() -> one.has("acquired"));
            try (BatonProcess two =
                    BatonProcess.start(directory, "run", "nightly", "--on", url, "--id", "two", "--json")) {
                await().atMost(TIMEOUT)
                        .until(() -> Cli.run("status", "nightly", "--on", url, "--json")
                                .out()
                                .contains("\"two\""));
                Cli status = Cli.run("status", "nightly", "--on", url, "--json");
                assertThat(status.code()).isZero();
                Map<String, @Nullable Object> leader = leader(status);
                assertThat(leader).containsEntry("instance_id", "one");
                assertThat((Long) leader.get("epoch"))
                        .isGreaterThan(Long.parseLong(first.out().trim()));
                assertThat(Cli.run("acquire", "nightly", "--on", url).code()).isEqualTo(1);
                assertThat(Cli.run("transfer", "nightly", "--to", "absent", "--on", url)
                                .code())
                        .isEqualTo(1);
                assertThat(Cli.run("transfer", "nightly", "--to", "two", "--on", url)
                                .out())
                        .contains("sent");
                await().atMost(TIMEOUT).until(() -> two.has("acquired"));
                await().atMost(TIMEOUT).until(() -> watch.out().contains("\"instance_id\":\"two\""));
                two.signal("TERM");
                assertThat(two.exitCode()).isZero();
            }
        }
        assertThat(Cli.run("history", "nightly", "--on", url, "--json").out().lines())
                .hasSizeGreaterThanOrEqualTo(3)
                .anyMatch(line -> line.contains("\"one\"") && line.contains("transferred"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> leader(Cli status) {
        return (Map<String, @Nullable Object>)
                Objects.requireNonNull(Json.parseObject(status.out()).get("leader"));
    }

    @Test // LEASE-3, API-10
    void doctorChecksTheStoreAndComputesWorstCases() {
        for (String url : new String[] {sqlite(), POSTGRES, MARIADB}) {
            assertThat(Cli.run("acquire", "x", "--on", url).code()).isZero();
            Cli doctor = Cli.run("doctor", "--on", url, "--json");
            assertThat(doctor.code()).as(doctor.out()).isZero();
            assertThat(doctor.out())
                    .contains("\"connection\"", "\"compare-and-swap\"", "\"push\"", "\"clock\"", "freeze_ms");
        }
        MARIADB_SERVER.run("mysql", "SET GLOBAL innodb_flush_log_at_trx_commit = 0");
        Cli weak = Cli.run("doctor", "--on", MARIADB);
        MARIADB_SERVER.run("mysql", "SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        assertThat(weak.code()).isNotZero();
        assertThat(weak.out()).contains("innodb_flush_log_at_trx_commit is not 1");
        Cli unsafe = Cli.run("acquire", "x", "--on", sqlite() + "?ttl=10s&renew=5s");
        assertThat(unsafe.code()).isEqualTo(2);
        assertThat(unsafe.err()).contains("2 * renew + margin < ttl", "10500 ms", "10000 ms");
    }

    @Test // LEASE-2
    void exitsWithThreeForAMissingStoreAndWithTwoForAWrongUrl() {
        assertThat(Cli.run("status", "x", "--on", "lease:sqlite:/no/such/folder/x.db")
                        .code())
                .isEqualTo(3);
        assertThat(Cli.run("acquire", "x", "--on", "lease:postgres://postgres@localhost:1/x")
                        .code())
                .isEqualTo(3);
        assertThat(Cli.run("acquire", "x", "--on", "lease:mariadb://me@localhost:1/x")
                        .code())
                .isEqualTo(3);
        Cli noDriver = Cli.run("status", "x", "--on", "lease:mysql://localhost/x");
        assertThat(noDriver.code()).isEqualTo(2);
        assertThat(noDriver.err()).contains("com.mysql:mysql-connector-j");
        assertThat(Cli.run("status", "x", "--on", "lease:oracle://localhost/x").code())
                .isEqualTo(2);
        Cli refused = Cli.run("status", "--on", "lease:postgres://me:s3cret@localhost/app");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.out() + refused.err()).doesNotContain("s3cret").contains("PGPASSWORD");
        Cli mariadb = Cli.run("status", "--on", "lease:mariadb://me:s3cret@localhost/app");
        assertThat(mariadb.code()).isEqualTo(2);
        assertThat(mariadb.out() + mariadb.err()).doesNotContain("s3cret").contains("MYSQL_PWD");
    }

    @Test // LEASE-2, API-2
    void commandEndsBeforeItsSuccessorStartsAfterAKill() throws IOException {
        Path marks = directory.resolve("marks");
        // Writes a mark if the previous command or a descendant of it still runs, and has the lock.
        String script = "cd " + directory + "; exec 9>>running; flock -n 9 || echo overlap >> marks;"
                + " echo start >> marks; while :; do sleep 0.05; done";
        try (BatonProcess one = BatonProcess.start(
                directory, "run", "job", "--on", sqlite(), "--id", "one", "--", "sh", "-c", script)) {
            await().atMost(TIMEOUT).until(() -> marks(marks).equals("start\n"));
            try (BatonProcess two = BatonProcess.start(
                    directory, "run", "job", "--on", sqlite(), "--id", "two", "--", "sh", "-c", script)) {
                await().atMost(TIMEOUT)
                        .until(() -> Cli.run("status", "job", "--on", sqlite(), "--json")
                                .out()
                                .contains("\"two\""));
                one.signal("KILL");
                await().atMost(TIMEOUT).until(() -> marks(marks).equals("start\nstart\n"));
                two.signal("TERM");
                assertThat(two.exitCode()).isZero();
            }
        }
    }

    /** Each baton has a temporary folder of its own, as services with {@code PrivateTmp} do. */
    @Test // LEASE-2, API-2
    void privateTemporaryFoldersDoNotHideACommandThatOutlivesItsBaton() throws IOException {
        assumeThat(LeashTrial.isRoot()).as("this test runs as root only").isTrue();
        Path marks = directory.resolve("marks");
        // The child has the lock, ignores TERM, and lives until the watchdog kills it after the stop grace.
        String script =
                "cd " + directory + "; exec 9>>running; flock -n 9 || echo overlap >> marks; echo start >> marks;"
                        + " sh -c \"trap '' TERM; while :; do sleep 0.05; done\" & wait; wait";
        try (BatonProcess one = startInPrivateTemporaryFolder("one", script)) {
            await().atMost(TIMEOUT).until(() -> marks(marks).equals("start\n"));
            try (BatonProcess two = startInPrivateTemporaryFolder("two", script)) {
                await().atMost(TIMEOUT)
                        .until(() -> Cli.run("status", "job", "--on", sqlite(), "--json")
                                .out()
                                .contains("\"two\""));
                long killedAt = System.nanoTime();
                one.signal("KILL");
                await().atMost(TIMEOUT).until(() -> marks(marks).endsWith("start\nstart\n"));
                assertThat(marks(marks)).as("no overlap").isEqualTo("start\nstart\n");
                assertThat(Duration.ofNanos(System.nanoTime() - killedAt))
                        .as("the child had to be killed")
                        .isGreaterThan(Duration.ofSeconds(1));
                two.signal("TERM");
                two.exitCode();
            }
        }
    }

    private BatonProcess startInPrivateTemporaryFolder(String id, String script) throws IOException {
        Files.createDirectories(directory.resolve("tmp"));
        // What the test itself keeps below /tmp stays visible there, without the temporary folder of baton.
        String mounts = "set -e; mount --make-rprivate /; mount --rbind /tmp /mnt; mount -t tmpfs private /tmp;"
                + " for d in \"$1\" \"$2\"; do case $d in"
                + " /tmp/*) mkdir -p \"$d\"; mount --rbind \"/mnt/${d#/tmp/}\" \"$d\";; esac; done;"
                + " mount -t tmpfs private \"$1/tmp\"; shift 2; exec \"$@\"";
        Path checkout = Path.of("../..").toAbsolutePath().normalize();
        return BatonProcess.start(
                directory,
                List.of("unshare", "--mount", "sh", "-c", mounts, "sh", directory.toString(), checkout.toString()),
                Map.of(),
                "run",
                "job",
                "--on",
                sqlite(),
                "--id",
                id,
                "--leash",
                "marker",
                "--stop-grace",
                "2s",
                "--",
                "sh",
                "-c",
                script);
    }

    private static String marks(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file) : "";
    }
}
