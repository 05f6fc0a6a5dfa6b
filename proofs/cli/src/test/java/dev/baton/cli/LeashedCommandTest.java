package dev.baton.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.EndReason;
import dev.baton.support.process.MachineUptime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// API-3: work runs inside a tenure and ends before the claim does
class LeashedCommandTest {
    /** Ignores TERM, and so does its child. */
    private static final String STUBBORN =
            "trap '' TERM; (while :; do sleep 0.02; done) & echo $! >child; echo $$ >pid; while :; do sleep 0.02; done";

    @TempDir
    Path directory;

    private final ControlledLeadership tenure = new ControlledLeadership(Duration.ofSeconds(30));

    @AfterEach
    void nothingIsLeft() throws IOException {
        await().atMost(5, SECONDS).until(() -> leftovers().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"exit 0,0", "exit 3,3", "kill -s KILL $$,137", "kill -s TERM $$,143"})
    void returnsTheExitCodeOfTheCommand(String script, int code) throws Exception {
        assertThat(start(script, Duration.ofSeconds(1)).await()).isEqualTo(code);
    }

    @Test
    void returnsTheExitCodesOfAShellWhenTheCommandCannotRun() throws Exception {
        Path plain = Files.writeString(directory.resolve("plain"), "not a program");
        assertThat(LeashedCommand.start(
                                leash(List.of("/nowhere/program"), Duration.ofSeconds(1)), tenure, Optional.empty())
                        .await())
                .isEqualTo(127);
        assertThat(LeashedCommand.start(
                                leash(List.of(plain.toString()), Duration.ofSeconds(1)), tenure, Optional.empty())
                        .await())
                .isEqualTo(126);
    }

    @Test
    void commandGetsTheTenureInItsEnvironment() throws Exception {
        int code = start(
                        "echo $BATON_ELECTION $BATON_EPOCH $BATON_LEADER_ID ${BATON_INSTANCE_ID-none} >environment",
                        Duration.ofSeconds(1))
                .await();
        assertThat(code).isZero();
        assertThat(Files.readString(directory.resolve("environment"))).isEqualTo("nightly 7 me none\n");
    }

    @Test
    void commandInheritsNeitherTheLockNorTheFifos() throws Exception {
        Path hold = Files.createFile(directory.resolve("hold"));
        LeashedCommand.start(
                        leash(inDirectory("ls -l /proc/$$/fd >fds"), Duration.ofSeconds(1)), tenure, Optional.of(hold))
                .await();
        assertThat(Files.readString(directory.resolve("fds"))).doesNotContain("hold", "baton-leash");
    }

    @Test
    void endsBackgroundProcessesOfTheGroup() throws Exception {
        assertThat(start("(trap '' TERM; while :; do sleep 0.02; done) & echo $! >child", Duration.ofMillis(100))
                        .await())
                .isZero();
        assertThat(isAlive("child")).isFalse();
    }

    @Test
    void stopKillsTheWholeGroupAfterTheGrace() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofMillis(300));
        awaitFile("pid");
        long stopped = System.nanoTime();
        command.stop(Optional.of(EndReason.SHUT_DOWN));
        assertThat(Duration.ofNanos(System.nanoTime() - stopped))
                .isBetween(Duration.ofMillis(250), Duration.ofMillis(1500));
        assertThat(isAlive("child")).isFalse();
        assertThat(isAlive("pid")).isFalse();
    }

    @Test
    void stopKillsImmediatelyWhenLeadershipWasTakenOver() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofSeconds(20));
        awaitFile("pid");
        long stopped = System.nanoTime();
        command.stop(Optional.of(EndReason.TAKEN_OVER));
        assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(Duration.ofSeconds(5));
        assertThat(isAlive("child")).isFalse();
    }

    @Test
    void watchdogEndsTheCommandBeforeTheDeadline() throws Exception {
        tenure.validFor(Duration.ofMillis(1500));
        long deadline = System.nanoTime() + 1_500_000_000L;
        LeashedCommand command = start(STUBBORN, Duration.ofMillis(500));
        int code = command.await();
        // The kill comes before the deadline, but on a busy machine this process may notice it later.
        assertThat(System.nanoTime()).isLessThan(deadline + 700_000_000L);
        assertThat(code).isEqualTo(137);
        assertThat(command.stoppedByWatchdog()).isTrue();
        assertThat(isAlive("child")).isFalse();
    }

    @Test
    void newDeadlinesKeepTheCommandRunning() throws Exception {
        tenure.validFor(Duration.ofMillis(700));
        LeashedCommand command = start("echo $$ >pid; while :; do sleep 0.02; done", Duration.ofMillis(200));
        awaitFile("pid");
        await().during(Duration.ofMillis(1600)).atMost(Duration.ofSeconds(30)).until(() -> {
            tenure.validFor(Duration.ofMillis(700));
            return isAlive("pid");
        });
        command.stop(Optional.empty());
        assertThat(command.stoppedByWatchdog()).isFalse();
    }

    @Test
    void holdIsLockedWhileAnyProcessLives() throws Exception {
        Path hold = Files.createFile(directory.resolve("hold"));
        LeashedCommand command =
                LeashedCommand.start(leash(inDirectory(STUBBORN), Duration.ofMillis(200)), tenure, Optional.of(hold));
        awaitFile("pid");
        assertThat(canLock(hold)).isFalse();
        command.stop(Optional.empty());
        await().atMost(5, SECONDS).until(() -> canLock(hold));
    }

    @Test
    void deletedHoldIsCreatedAndLockedAgain() throws Exception {
        Path hold = Files.createFile(directory.resolve("hold"));
        LeashedCommand command =
                LeashedCommand.start(leash(inDirectory(STUBBORN), Duration.ofMillis(200)), tenure, Optional.of(hold));
        Files.delete(hold);
        await().atMost(5, SECONDS).until(() -> Files.exists(hold) && !canLock(hold));
        command.stop(Optional.empty());
        await().atMost(5, SECONDS).until(() -> canLock(hold));
    }

    @Test
    void commandEndsImmediatelyWhenItsWatchdogIsKilled() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofSeconds(20));
        awaitFile("pid");
        long watchdog = Processes.withArguments("watch", Long.toString(command.pid()));
        Processes.signal("KILL", watchdog);
        assertThat(command.await()).isEqualTo(137);
        assertThat(command.stoppedByWatchdog()).isTrue();
        await().atMost(5, SECONDS).until(() -> !isAlive("child"));
    }

    @Test
    void nothingSurvivesWhenCommandAndWatchdogAreKilled() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofSeconds(20));
        awaitFile("pid");
        long watchdog = Processes.withArguments("watch", Long.toString(command.pid()));
        Processes.signal("KILL", watchdog, command.pid());
        command.await();
        assertThat(isAlive("child")).isFalse();
    }

    @Test
    void stopWorksWhenTheWatchdogIsFrozen() throws Exception {
        Path hold = Files.createFile(directory.resolve("hold"));
        LeashedCommand command =
                LeashedCommand.start(leash(inDirectory(STUBBORN), Duration.ofMillis(200)), tenure, Optional.of(hold));
        awaitFile("pid");
        Processes.signal("STOP", Processes.withArguments("watch", Long.toString(command.pid())));
        command.stop(Optional.of(EndReason.SHUT_DOWN));
        assertThat(isAlive("child")).isFalse();
        assertThat(isAlive("pid")).isFalse();
        await().atMost(5, SECONDS).until(() -> canLock(hold));
    }

    @Test
    void endsDaemonThatLeftTheGroup() throws Exception {
        String daemon = "setsid sh -c 'trap \"\" TERM; echo $$ >child; while :; do sleep 0.02; done' &";
        assertThat(start(daemon + " while ! [ -s child ]; do sleep 0.01; done; exit 4", Duration.ofMillis(200))
                        .await())
                .isEqualTo(4);
        assertThat(isAlive("child")).isFalse();
    }

    @Test
    void endsProcessWhoseNameContainsANewline() throws Exception {
        String script =
                "n=$(printf 'a\\n) Z 1'); cp \"$(command -v sleep)\" \"$n\"; env -i \"./$n\" 60 & echo $! >child";
        assertThat(start(script, Duration.ofMillis(200)).await()).isZero();
        assertThat(isAlive("child")).isFalse();
    }

    @Test
    void nothingIsLeftWhenTheStarterDiesBeforeTheScriptOpensItsFifos() throws Exception {
        Path leash = Files.createDirectory(directory.resolve("leash"));
        try (InputStream script = LeashedCommand.class.getResourceAsStream("leash.sh")) {
            Files.copy(Objects.requireNonNull(script), leash.resolve("leash.sh"));
        }
        String orphan = "cd \"$0\" && mkfifo deadlines messages && exec setsid -w sh leash.sh start \"$0\" '' 1000 "
                + (MachineUptime.millis() + 60_000) + " sleep 60";
        Process process = new ProcessBuilder("sh", "-c", orphan, leash.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(20, SECONDS)).isTrue();
        await().atMost(20, SECONDS).until(() -> !Files.exists(leash));
    }

    @Test
    void signalReachesTheGroup() throws Exception {
        LeashedCommand command =
                start("trap 'exit 9' INT; echo $$ >pid; while :; do sleep 0.02; done", Duration.ofSeconds(5));
        awaitFile("pid");
        command.signal("INT");
        assertThat(command.await()).isEqualTo(9);
    }

    private LeashedCommand start(String script, Duration grace) throws IOException {
        return LeashedCommand.start(leash(inDirectory(script), grace), tenure, Optional.empty());
    }

    private List<String> inDirectory(String script) {
        return List.of("sh", "-c", "cd \"$0\"; " + script, directory.toString());
    }

    private static Leash leash(List<String> command, Duration grace) {
        return new Leash(command, grace, Duration.ofMillis(50), Map.of(), false);
    }

    private void awaitFile(String name) {
        await().atMost(5, SECONDS)
                .until(() -> Files.exists(directory.resolve(name)) && Files.size(directory.resolve(name)) > 0);
    }

    private boolean isAlive(String pidFile) throws IOException {
        long pid = Long.parseLong(Files.readString(directory.resolve(pidFile)).strip());
        return Processes.isAlive(pid);
    }

    private static boolean canLock(Path hold) throws IOException, InterruptedException {
        return new ProcessBuilder("flock", "-n", hold.toString(), "true")
                        .start()
                        .waitFor()
                == 0;
    }

    private static List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith(Watchdog.PREFIX))
                    .toList();
        }
    }
}
