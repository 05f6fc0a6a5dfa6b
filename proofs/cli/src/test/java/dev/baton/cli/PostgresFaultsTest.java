package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command with kills, terminated sessions and partitions, on a real server. */
class PostgresFaultsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final PostgresTestServer SERVER = TestServers.newest();
    private static final String DATABASE = SERVER.newDatabase();

    @TempDir
    Path directory;

    private static String url(int port) {
        return "postgres://postgres@localhost:" + port + "/" + DATABASE + "?patience=3s";
    }

    private BatonProcess run(String election, String id, int port) {
        return BatonProcess.start(
                directory,
                "run",
                election,
                "--on",
                url(port),
                "--id",
                id,
                "--json",
                "--health-interval",
                "0.5",
                "--stop-grace",
                "0.5",
                "--validity",
                "2");
    }

    @Test // PG-10, PG-13
    void standbySucceedsKilledLeaderWithHigherEpochAndWatchShowsBoth() {
        try (BatonProcess first = run("killed", "first", SERVER.port())) {
            await().atMost(TIMEOUT).until(() -> first.has("acquired"));
            try (BatonProcess second = run("killed", "second", SERVER.port());
                    BatonProcess watch =
                            BatonProcess.start(directory, "watch", "killed", "--on", url(SERVER.port()), "--json")) {
                await().atMost(TIMEOUT).until(() -> watch.out().contains("\"first\""));
                await().atMost(TIMEOUT).until(() -> second.has("acquire_failed"));
                first.signal("KILL");
                await().atMost(TIMEOUT).until(() -> second.has("acquired"));
                assertThat(epochs(second).get(0)).isGreaterThan(epochs(first).get(0));
                await().atMost(TIMEOUT).until(() -> watch.out().contains("\"second\""));
            }
        }
    }

    @Test // PG-10, PG-11
    void everyTenureEndsOnceAndEpochsGrowWhenSessionsAreTerminated() {
        try (BatonProcess one = run("storm", "one", SERVER.port());
                BatonProcess two = run("storm", "two", SERVER.port())) {
            for (int round = 1; round <= 5; round++) {
                int tenures = round;
                await().atMost(TIMEOUT)
                        .until(() -> epochs(one).size() + epochs(two).size() >= tenures);
                SERVER.run(
                        DATABASE,
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE"
                                + " 'baton %' AND query LIKE '%baton_%'");
                SERVER.run(
                        DATABASE,
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE"
                                + " 'baton lock%'");
            }
            await().atMost(TIMEOUT).until(() -> epochs(one).size() + epochs(two).size() > 5);
            for (BatonProcess each : List.of(one, two)) {
                assertThat(epochs(each)).isSorted().doesNotHaveDuplicates();
                assertEveryTenureEndsOnce(each);
                each.signal("TERM");
                assertThat(each.exitCode()).isZero();
            }
        }
    }

    @Test // PG-10, API-2
    void standbyLeadsWhenTheLeaderIsCutOff() {
        try (FaultProxy proxy = FaultProxy.to("localhost", SERVER.port());
                BatonProcess cutOff = run("partition", "cut-off", proxy.port())) {
            await().atMost(TIMEOUT).until(() -> cutOff.has("acquired"));
            try (BatonProcess other = run("partition", "other", SERVER.port())) {
                await().atMost(TIMEOUT).until(() -> other.has("acquire_failed"));
                proxy.blackhole();
                await().atMost(TIMEOUT).until(() -> cutOff.has("lost"));
                await().atMost(TIMEOUT).until(() -> other.has("acquired"));
                assertThat(epochs(other).get(0)).isGreaterThan(epochs(cutOff).get(0));
                proxy.heal();
            }
        }
    }

    @Test // PG-10, API-8
    void transferMovesLeadershipToTheGivenInstance() {
        try (BatonProcess first = run("moved", "first", SERVER.port())) {
            await().atMost(TIMEOUT).until(() -> first.has("acquired"));
            try (BatonProcess target = run("moved", "target", SERVER.port())) {
                await().atMost(TIMEOUT).until(() -> target.has("acquire_failed"));
                await().atMost(TIMEOUT).until(() -> {
                    Cli sent = Cli.run("transfer", "moved", "--to", "target", "--on", url(SERVER.port()));
                    return sent.code() == 0 && sent.out().contains("sent");
                });
                await().atMost(TIMEOUT).until(() -> target.has("acquired"));
                assertThat(first.json()).anySatisfy(line -> assertThat(line).containsEntry("reason", "transferred"));
            }
        }
    }

    @Test // PG-10, API-7
    void watchGoesOnAfterTheServerCouldNotBeReached() {
        try (FaultProxy proxy = FaultProxy.to("localhost", SERVER.port());
                BatonProcess first = run("seen", "first", SERVER.port())) {
            await().atMost(TIMEOUT).until(() -> first.has("acquired"));
            try (BatonProcess second = run("seen", "second", SERVER.port());
                    BatonProcess watch = BatonProcess.start(directory, "watch", "seen", "--on", url(proxy.port()))) {
                await().atMost(TIMEOUT).until(() -> watch.out().contains("led by first"));
                await().atMost(TIMEOUT).until(() -> second.has("acquire_failed"));
                proxy.refuse();
                await().atMost(TIMEOUT).until(() -> watch.out().contains("  cannot read "));
                proxy.heal();
                await().atMost(TIMEOUT).until(() -> watch.out().contains(" can be read again"));
                first.signal("KILL");
                await().atMost(TIMEOUT).until(() -> watch.out().contains("second leads"));
                assertThat(watch.out()).containsOnlyOnce("  cannot read ");
                assertThat(watch.out().lines()).allMatch(line -> line.matches("20\\S+Z  .+"));
            }
        }
    }

    @Test // PG-10, API-7
    void watchGivesOnlyUpperBoundsForTimesInWhichItCouldNotReadTheStore() {
        try (FaultProxy proxy = FaultProxy.to("localhost", SERVER.port());
                BatonProcess first = run("unseen", "first", SERVER.port())) {
            await().atMost(TIMEOUT).until(() -> first.has("acquired"));
            try (BatonProcess second = run("unseen", "second", SERVER.port());
                    BatonProcess watch = BatonProcess.start(directory, "watch", "unseen", "--on", url(proxy.port()))) {
                await().atMost(TIMEOUT).until(() -> watch.out().contains("led by first"));
                await().atMost(TIMEOUT).until(() -> second.has("acquire_failed"));
                proxy.refuse();
                await().atMost(TIMEOUT).until(() -> watch.out().contains("  cannot read "));
                first.signal("TERM");
                await().atMost(TIMEOUT).until(() -> second.has("acquired"));
                second.signal("TERM");
                assertThat(second.exitCode()).isZero();
                proxy.heal();
                await().atMost(TIMEOUT).until(() -> watch.out().contains("no leader; "));
                String since = watch.out().substring(watch.out().indexOf("  cannot read "));
                assertThat(since.lines().skip(1)).first().asString().endsWith(" can be read again");
                assertThat(since).doesNotContain(" left", " joined").contains(", led for at most ");
                assertThat(since).doesNotContainPattern("led for (?!at most )");
            }
        }
    }

    @Test // PG-10, API-8
    void transferWaitsForItsOutcomeThoughTheServerCannotBeReachedMeanwhile() {
        try (FaultProxy proxy = FaultProxy.to("localhost", SERVER.port());
                BatonProcess first = run("waited", "first", SERVER.port())) {
            await().atMost(TIMEOUT).until(() -> first.has("acquired"));
            try (BatonProcess target = run("waited", "target", SERVER.port())) {
                await().atMost(TIMEOUT).until(() -> target.has("acquire_failed"));
                first.signal("STOP"); // it gives no answer
                String[] transfer = {
                    "transfer", "waited", "--to", "target", "--wait", "--timeout", "60s", "--on", url(proxy.port())
                };
                try (BatonProcess waiting = BatonProcess.start(directory, transfer)) {
                    await().atMost(TIMEOUT).until(() -> waiting.out().contains("sent"));
                    proxy.refuse();
                    first.signal("KILL");
                    await().atMost(TIMEOUT).until(() -> target.has("acquired"));
                    assertThat(waiting.isAlive()).as(waiting.err()).isTrue();
                    proxy.heal();
                    assertThat(waiting.exitCode()).as(waiting.err()).isZero();
                    assertThat(waiting.out()).contains("done after ");
                }
            }
        }
    }

    private static List<Long> epochs(BatonProcess baton) {
        return baton.json().stream()
                .filter(line -> "acquired".equals(line.get("event")))
                .map(line -> ((Number) Objects.requireNonNull(line.get("epoch"))).longValue())
                .toList();
    }

    private static void assertEveryTenureEndsOnce(BatonProcess baton) {
        boolean leading = false;
        for (Map<String, @Nullable Object> line : baton.json()) {
            Object event = line.get("event");
            if ("acquired".equals(event)) {
                assertThat(leading).as("a tenure inside another: %s", line).isFalse();
                leading = true;
            } else if ("released".equals(event) || "lost".equals(event)) {
                assertThat(leading).as("a tenure that ended twice: %s", line).isTrue();
                leading = false;
            }
        }
    }
}
