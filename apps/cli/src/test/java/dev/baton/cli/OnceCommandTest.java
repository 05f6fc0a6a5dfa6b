package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.store.ObjectStore;
import dev.baton.store.task.TaskLock;
import dev.baton.store.task.TaskLockTimes;
import dev.baton.store.task.TaskLocks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton once}, as two crontabs use it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class OnceCommandTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private BatonProcess once(String atLeast, String script, String... options) {
        return once(Map.of(), atLeast, script, options);
    }

    private BatonProcess once(Map<String, String> variables, String atLeast, String script, String... options) {
        String[] words = new String[9 + options.length];
        String[] first = {"once", "nightly", "--on", "file:" + directory.resolve("store"), "--at-least", atLeast};
        System.arraycopy(first, 0, words, 0, 6);
        System.arraycopy(options, 0, words, 6, options.length);
        System.arraycopy(new String[] {"--", script}, 0, words, 6 + options.length, 2);
        words[8 + options.length] = directory.toString();
        return BatonProcess.start(directory, variables, words);
    }

    private String script(String text) throws Exception {
        Path script = Files.createTempFile(directory, "job", ".sh");
        Files.writeString(script, "#!/bin/sh\n" + text + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script.toString();
    }

    private Path started() {
        return directory.resolve("started");
    }

    @Test // FENCE-1
    void secondMachineDoesNotRunTheCommandAgain() throws Exception {
        String job = script("echo ran with epoch $BATON_EPOCH; exit 7");
        try (BatonProcess first = once("1h", job)) {
            assertThat(first.exitCode()).as(first.err()).isEqualTo(7);
            assertThat(first.out()).contains("ran with epoch 1");
            assertThat(Files.getPosixFilePermissions(directory.resolve("store")))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
        try (BatonProcess late = once("1h", job);
                BatonProcess strict = once("1h", job, "--fail-if-skipped")) {
            assertThat(late.exitCode()).as(late.err()).isZero();
            assertThat(late.out()).isEmpty();
            assertThat(strict.exitCode()).isEqualTo(1);
            assertThat(strict.err()).contains("not run: nightly was started by another process");
        }
    }

    @Test // FENCE-1
    void taskAndLocksOfItsNameExcludeEachOther() throws Exception {
        String job = script("echo epoch $BATON_EPOCH");
        // The lock that the provider of ShedLock takes for a task of this name.
        try (ObjectStore store = TaskStore.open("file:" + directory.resolve("store"))) {
            TaskLocks locks = new TaskLocks(store);
            TaskLock held = locks.tryLock("nightly", new TaskLockTimes(Duration.ZERO, Duration.ofHours(1)))
                    .orElseThrow();
            try (BatonProcess skipped = once("1h", job, "--fail-if-skipped")) {
                assertThat(skipped.exitCode()).as(skipped.err()).isEqualTo(1);
            }
            assertThat(held.unlock()).isTrue();
            try (BatonProcess next = once("1h", job)) {
                assertThat(next.exitCode()).as(next.err()).isZero();
                assertThat(next.out()).contains("epoch 2");
            }
            assertThat(locks.isLocked("nightly")).isTrue();
        }
    }

    @Test
    void commandThatCouldNotStartGivesItsRunBack() throws Exception {
        try (BatonProcess typo = once("1h", directory.resolve("missing").toString())) {
            assertThat(typo.exitCode()).as(typo.err()).isEqualTo(127);
        }
        try (BatonProcess repaired = once("1h", script("echo ran; exit 127"))) {
            assertThat(repaired.exitCode()).as(repaired.err()).isEqualTo(127);
            assertThat(repaired.out()).contains("ran");
        }
        try (BatonProcess skipped = once("1h", script("echo again"));
                BatonProcess quiet = once("1h", script("echo again"), "--quiet")) {
            assertThat(skipped.exitCode()).isZero();
            assertThat(skipped.out() + quiet.out()).isEmpty();
            assertThat(skipped.err()).contains("not run: nightly was started by another process");
            assertThat(quiet.exitCode()).isZero();
            assertThat(quiet.err()).isEmpty();
        }
    }

    @Test
    void commandRunsAgainAfterItsMinimumTime() throws Exception {
        String job = script("echo epoch $BATON_EPOCH");
        try (BatonProcess first = once("0", job)) {
            assertThat(first.exitCode()).as(first.err()).isZero();
        }
        try (BatonProcess second = once("0", job)) {
            assertThat(second.exitCode()).as(second.err()).isZero();
            assertThat(second.out()).contains("epoch 2");
        }
    }

    @Test // API-6
    void killedProcessFreesTheTaskWhenItsCommandHasEnded() throws Exception {
        String job = script("touch $1/started; exec tail -f /dev/null");
        try (BatonProcess killed = once("0", job)) {
            await().atMost(LONG).until(() -> Files.exists(started()));
            try (BatonProcess other = once("0", script("echo not yet"), "--fail-if-skipped")) {
                assertThat(other.exitCode()).as("while the command runs").isEqualTo(1);
            }
            killed.signal("KILL");
        }
        String next = script("echo free");
        await().atMost(LONG).untilAsserted(() -> {
            try (BatonProcess other = once("0", next)) {
                assertThat(other.exitCode()).as(other.err()).isZero();
                assertThat(other.out()).contains("free");
            }
        });
    }

    @Test
    void stopBeforeTheStartOfTheCommandGivesTheRunBack() throws Exception {
        // The first program of the leash. It does not go on to the command.
        Path slow = Files.createDirectory(directory.resolve("slow")).resolve("setsid");
        Files.copy(Path.of(script("touch " + started() + "; exec tail -f /dev/null")), slow);
        assertThat(slow.toFile().setExecutable(true)).isTrue();
        Map<String, String> path = Map.of("PATH", slow.getParent() + ":" + System.getenv("PATH"));
        try (BatonProcess stopped = once(path, "1h", script("echo ran"))) {
            await().atMost(LONG).until(() -> Files.exists(started()));
            stopped.signal("TERM");
            assertThat(stopped.exitCode()).as(stopped.err()).isZero();
            assertThat(stopped.out()).isEmpty();
        }
        try (BatonProcess next = once("1h", script("echo ran"))) {
            assertThat(next.exitCode()).as(next.err()).isZero();
            assertThat(next.out()).contains("ran");
        }
    }

    @Test
    void stopAfterTheStartOfTheCommandCountsAsARun() throws Exception {
        try (BatonProcess stopped = once("1h", script("touch $1/started; exec tail -f /dev/null"))) {
            await().atMost(LONG).until(() -> Files.exists(started()));
            stopped.signal("TERM");
            assertThat(stopped.exitCode()).as(stopped.err()).isZero();
        }
        try (BatonProcess next = once("1h", script("echo ran"))) {
            assertThat(next.exitCode()).as(next.err()).isZero();
            assertThat(next.out()).isEmpty();
        }
    }

    @Test
    void commandIsStoppedWhenItsTimeEnds() throws Exception {
        try (BatonProcess slow =
                once("0", script("exec tail -f /dev/null"), "--at-most", "6", "--stop-grace", "100ms")) {
            assertThat(slow.exitCode()).isEqualTo(4);
            assertThat(slow.err()).contains("--at-most has ended");
        }
    }

    @Test
    void wrongTimesAndStoresAreRefused() {
        Cli longer = Cli.run("once", "nightly", "--at-least", "2h", "--at-most", "1h", "--", "true");
        assertThat(longer.code()).isEqualTo(2);
        assertThat(longer.err()).contains("7200000 ms is longer than 3600000 ms");
        Cli quorum = Cli.run("once", "nightly", "--at-least", "1m", "--on", "quorum://a@h:1?peers=", "--", "true");
        assertThat(quorum.code()).isEqualTo(2);
        assertThat(quorum.err()).contains("once needs a database or a directory");
    }
}
