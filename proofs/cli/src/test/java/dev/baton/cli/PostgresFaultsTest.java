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

/** The command among kills, ended sessions and partitions, over a real server. */
class PostgresFaultsTest {
    private static final Duration BOUND = Duration.ofSeconds(30);
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
    void aKilledLeaderIsSucceededUnderAHigherEpochAndWatchTellsBoth() {
        try (BatonProcess first = run("killed", "first", SERVER.port())) {
            await().atMost(BOUND).until(() -> first.has("acquired"));
            try (BatonProcess second = run("killed", "second", SERVER.port());
                    BatonProcess watch =
                            BatonProcess.start(directory, "watch", "killed", "--on", url(SERVER.port()), "--json")) {
                await().atMost(BOUND).until(() -> watch.out().contains("\"first\""));
                await().atMost(BOUND).until(() -> second.has("acquire_failed"));
                first.signal("KILL");
                await().atMost(BOUND).until(() -> second.has("acquired"));
                assertThat(epochs(second).get(0)).isGreaterThan(epochs(first).get(0));
                await().atMost(BOUND).until(() -> watch.out().contains("\"second\""));
            }
        }
    }

    @Test // PG-10, PG-11
    void aStormOfEndedSessionsClosesEveryReignOnceAndEpochsGrow() {
        try (BatonProcess one = run("storm", "one", SERVER.port());
                BatonProcess two = run("storm", "two", SERVER.port())) {
            for (int round = 1; round <= 5; round++) {
                int reigns = round;
                await().atMost(BOUND)
                        .until(() -> epochs(one).size() + epochs(two).size() >= reigns);
                SERVER.run(
                        DATABASE,
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE"
                                + " 'baton %' AND query LIKE '%baton_%'");
                SERVER.run(
                        DATABASE,
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE"
                                + " 'baton lock%'");
            }
            await().atMost(BOUND).until(() -> epochs(one).size() + epochs(two).size() > 5);
            for (BatonProcess each : List.of(one, two)) {
                assertThat(epochs(each)).isSorted().doesNotHaveDuplicates();
                assertClosesEveryReign(each);
                each.signal("TERM");
                assertThat(each.exitCode()).isZero();
            }
        }
    }

    @Test // PG-10, API-2
    void aLeaderThatIsCutOffLosesAndTheOtherLeads() {
        try (FaultProxy proxy = FaultProxy.to("localhost", SERVER.port());
                BatonProcess cutOff = run("partition", "cut-off", proxy.port())) {
            await().atMost(BOUND).until(() -> cutOff.has("acquired"));
            try (BatonProcess other = run("partition", "other", SERVER.port())) {
                await().atMost(BOUND).until(() -> other.has("acquire_failed"));
                proxy.blackhole();
                await().atMost(BOUND).until(() -> cutOff.has("lost"));
                await().atMost(BOUND).until(() -> other.has("acquired"));
                assertThat(epochs(other).get(0)).isGreaterThan(epochs(cutOff).get(0));
                proxy.heal();
            }
        }
    }

    @Test // PG-10, API-8
    void transferMovesTheLeadershipToTheOneNamed() {
        try (BatonProcess first = run("moved", "first", SERVER.port())) {
            await().atMost(BOUND).until(() -> first.has("acquired"));
            try (BatonProcess heir = run("moved", "heir", SERVER.port())) {
                await().atMost(BOUND).until(() -> heir.has("acquire_failed"));
                await().atMost(BOUND).until(() -> {
                    Cli sent = Cli.run("transfer", "moved", "--to", "heir", "--on", url(SERVER.port()));
                    return sent.code() == 0 && sent.out().contains("sent");
                });
                await().atMost(BOUND).until(() -> heir.has("acquired"));
                assertThat(first.json()).anySatisfy(line -> assertThat(line).containsEntry("reason", "transferred"));
            }
        }
    }

    private static List<Long> epochs(BatonProcess baton) {
        return baton.json().stream()
                .filter(line -> "acquired".equals(line.get("event")))
                .map(line -> ((Number) Objects.requireNonNull(line.get("epoch"))).longValue())
                .toList();
    }

    private static void assertClosesEveryReign(BatonProcess baton) {
        boolean leading = false;
        for (Map<String, @Nullable Object> line : baton.json()) {
            Object event = line.get("event");
            if ("acquired".equals(event)) {
                assertThat(leading).as("a reign inside another: %s", line).isFalse();
                leading = true;
            } else if ("released".equals(event) || "lost".equals(event)) {
                assertThat(leading).as("a reign closed twice: %s", line).isTrue();
                leading = false;
            }
        }
    }
}
