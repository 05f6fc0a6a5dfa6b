package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a file store, and the demo with its quorum of three processes. */
// PG-10: the commands as scripts use them
class FileCommandsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** The documented time from the start of the demo to its first takeover. */
    private static final Duration FIRST_TAKEOVER = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    @Test
    void showsLeaderInstancesAndHistory() {
        String store = "file:" + directory + "/store";
        BatonProcess baton =
                BatonProcess.start(directory, "run", "job", "--on", store, "--id", "me", "--json", "--priority", "3");
        await().atMost(TIMEOUT).until(() -> baton.has("acquired"));
        // FILE-11
        await().atMost(TIMEOUT)
                .until(() ->
                        Cli.run("status", "job", "--json", "--on", store).out().contains("\"leader\",\"last"));
        Cli status = Cli.run("status", "job", "--json", "--on", store);
        assertThat(status.code()).isZero();
        Map<String, @Nullable Object> object = Json.parseObject(status.out());
        assertThat(object.keySet()).containsExactly("election", "leader", "instances");
        assertThat(object.get("leader"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("instance_id", "epoch", "since", "url")
                .containsEntry("instance_id", "me");
        // The first attempt to acquire may have timed out, so that the first epoch is not always 1.
        long epoch = baton.json().stream()
                .filter(line -> "acquired".equals(line.get("event")))
                .map(line -> (Long) Objects.requireNonNull(line.get("epoch")))
                .findFirst()
                .orElseThrow();
        assertThat(status.out()).contains("\"epoch\":" + epoch + ",");
        assertThat((List<?>) object.get("instances"))
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("instance_id", "state", "last_seen", "priority", "healthy")
                .containsEntry("state", "leader")
                .containsEntry("priority", 3L);
        assertThat(Cli.run("status", "job", "--on", store).out()).contains("led by me, epoch " + epoch);
        assertThat(Cli.run("status", "--on", store).out())
                .contains("STANDBYS", "me")
                .doesNotContain("led by");
        assertThat(Cli.run("acquire", "job", "--on", store).code()).isEqualTo(1);
        assertThat(Cli.run("acquire", "job", "--wait", "0.3", "--on", store).code())
                .isEqualTo(1);
        assertThat(Cli.run("transfer", "job", "--to", "ghost", "--on", store).err())
                .contains("live instances: me");
        assertThat(Cli.run("transfer", "job", "--to", "me", "--on", store).out())
                .isEqualTo("sent\n");
        baton.signal("TERM");
        assertThat(baton.exitCode()).isZero();
        assertThat(Cli.run("status", "job", "--on", store).code()).isEqualTo(1);
        assertThat(Cli.run("acquire", "job", "--on", store).out()).isEqualTo(epoch + 1 + "\n");
        assertThat(Json.parseObject(Cli.run("history", "job", "--json", "--on", store)
                        .out()
                        .lines()
                        .filter(line -> line.contains("\"epoch\":" + epoch + ","))
                        .findFirst()
                        .orElseThrow()))
                .containsOnlyKeys("epoch", "instance_id", "from", "to", "reason")
                .containsEntry("epoch", epoch)
                .containsEntry("instance_id", "me");
    }

    // API-7
    @Test
    void watchPrintsEveryTenure() {
        BatonProcess watch =
                BatonProcess.start(directory, "watch", "job", "--json", "--on", "file:" + directory + "/store");
        await().atMost(TIMEOUT).until(() -> !watch.json().isEmpty());
        for (int i = 1; i <= 3; i++) {
            assertThat(Cli.run("acquire", "job", "--on", "file:" + directory + "/store")
                            .out())
                    .isEqualTo(i + "\n");
        }
        await().atMost(TIMEOUT).until(() -> watch.out().contains("\"epoch\":3"));
        assertThat(watch.out()).contains("\"epoch\":1", "\"epoch\":2");
        watch.signal("INT");
        assertThat(watch.exitCode()).isZero();
    }

    @Test
    void doctorChecksTheStoreAndComputesWorstCases() {
        Cli doctor = Cli.run("doctor", "--json", "--on", "file:" + directory + "/store", "--stop-grace", "1");
        assertThat(doctor.code()).isZero();
        Map<String, @Nullable Object> object = Json.parseObject(doctor.out());
        assertThat(object.keySet()).containsExactly("checks", "failover", "margin_ms", "assumptions", "leash");
        assertThat(object.get("failover"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("kill_ms", "freeze_ms", "partition_ms", "release_ms");
        assertThat((List<?>) object.get("checks")).isNotEmpty();
    }

    @Test
    void exitsWithThreeWhenTheStoreIsUnusable() throws IOException {
        Path file = Files.createFile(directory.resolve("plain"));
        assertThat(Cli.run("doctor", "--on", "file:" + file).code()).isEqualTo(3);
        assertThat(Cli.run("acquire", "job", "--on", "file:" + file).code()).isEqualTo(3);
        assertThat(Cli.run("acquire", "job", "--wait", "0.5", "--on", "file:" + file)
                        .code())
                .isEqualTo(3);
    }

    @Test
    void demoKillsItsLeaderAndRemovesEverything() {
        BatonProcess demo = BatonProcess.start(directory, "demo");
        await().atMost(FIRST_TAKEOVER)
                .until(() -> demo.out().matches("(?s).*demo-. took over from demo-. after \\S+, epoch.*"));
        assertThat(demo.out()).contains("kill -9 of demo-");
        demo.signal("INT");
        assertThat(demo.exitCode()).isZero();
        assertThat(demo.out()).contains("PID", "demo-1", "demo-2", "demo-3", "leader");
        assertNothingOfTheDemoIsLeft();
    }

    @Test
    void demoStartsAProcessAgainThatSomebodyElseKilled() {
        try (BatonProcess demo = BatonProcess.start(directory, "demo")) {
            // With a console, the demo kills only the first leader itself.
            await().atMost(TIMEOUT).until(() -> demo.out().contains("took over from"));
            await().atMost(TIMEOUT).until(() -> candidatesOfDemos().size() == 3);
            List<Long> before = candidatesOfDemos();
            Processes.signal("KILL", before.get(0));
            await().atMost(TIMEOUT)
                    .until(() -> candidatesOfDemos().size() == 3
                            && !candidatesOfDemos().contains(before.get(0)));
            demo.signal("TERM");
            assertThat(demo.exitCode()).isZero();
            assertNothingOfTheDemoIsLeft();
        }
    }

    @Test
    void processesOfTheDemoEndWithItWhenItIsKilled() {
        try (BatonProcess demo = BatonProcess.start(directory, "demo")) {
            await().atMost(TIMEOUT).until(() -> demo.out().contains("leads with epoch 1"));
            assertThat(candidatesOfDemos()).isNotEmpty();
            demo.signal("KILL");
            await().atMost(TIMEOUT).until(() -> candidatesOfDemos().isEmpty());
        }
    }

    @Test
    void demoEndsAfterTheGivenTime() {
        assertThat(BatonProcess.start(directory, "demo", "--no-console", "--for", "100ms")
                        .exitCode())
                .isZero();
        assertNothingOfTheDemoIsLeft();
    }

    /** Returns the processes of demos whose files are in the directory of this test. */
    private List<Long> candidatesOfDemos() {
        String temporary = "-Djava.io.tmpdir=" + directory.resolve("tmp");
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> Processes.hasArguments(pid, "demo-candidate", temporary))
                .toList();
    }

    private void assertNothingOfTheDemoIsLeft() {
        assertThat(candidatesOfDemos()).isEmpty();
        assertThat(BatonProcess.leftovers(directory))
                .noneMatch(file -> file.getFileName().toString().startsWith("baton-demo"));
    }
}
