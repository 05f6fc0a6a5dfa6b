package dev.baton.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.RunningCommand;
import dev.baton.support.process.MachineUptime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A command on a leash of every level that works on this machine. */
// API-3: work runs inside a tenure and ends before the claim does
@ParameterizedClass
@EnumSource(LeashLevel.class)
class LeashedCommandTest {
    /** Ignores TERM, and so does its child. */
    private static final String STUBBORN =
            "trap '' TERM; (while :; do sleep 0.02; done) & echo up >up;" + " while :; do sleep 0.02; done";

    @TempDir
    Path directory;

    private final LeashLevel level;
    private final ControlledLeadership tenure = new ControlledLeadership(Duration.ofSeconds(30));

    LeashedCommandTest(LeashLevel level) {
        this.level = level;
    }

    @BeforeEach
    void levelWorksHere() {
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(level)).isEmpty();
    }

    @AfterEach
    void nothingIsLeft() {
        await().atMost(10, SECONDS).until(() -> Processes.aliveIn(directory).isEmpty());
        await().atMost(10, SECONDS).until(() -> !Processes.anyAliveWith(directory.toString()));
    }

    @ParameterizedTest
    @CsvSource({"exit 0,0", "exit 3,3", "kill -s KILL $$,137", "kill -s TERM $$,143"})
    void returnsTheExitCodeOfTheCommand(String script, int code) throws Exception {
        assertThat(start(script, Duration.ofSeconds(1)).await()).isEqualTo(code);
    }

    @Test
    void returnsTheExitCodesOfAShellWhenTheCommandCannotRun() throws Exception {
        Path plain = Files.writeString(directory.resolve("plain"), "not a program");
        assertThat(start(List.of("/nowhere/program"), Duration.ofSeconds(1)).await())
                .isEqualTo(127);
        assertThat(start(List.of(plain.toString()), Duration.ofSeconds(1)).await())
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
    void endsBackgroundProcessesOfTheGroup() throws Exception {
        assertThat(start("(trap '' TERM; while :; do sleep 0.02; done) & echo up >up", Duration.ofMillis(100))
                        .await())
                .isZero();
        assertThat(Processes.aliveIn(directory)).isEmpty();
    }

    @Test
    void stopKillsTheWholeGroupAfterTheGrace() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofMillis(300));
        awaitFile("up");
        long stopped = System.nanoTime();
        command.stop(Optional.of(EndReason.SHUT_DOWN));
        assertThat(Duration.ofNanos(System.nanoTime() - stopped))
                .isBetween(Duration.ofMillis(250), Duration.ofMillis(1500));
        assertThat(Processes.aliveIn(directory)).isEmpty();
    }

    @Test
    void stopKillsImmediatelyWhenLeadershipWasTakenOver() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofSeconds(20));
        awaitFile("up");
        long stopped = System.nanoTime();
        command.stop(Optional.of(EndReason.TAKEN_OVER));
        assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(Duration.ofSeconds(5));
        assertThat(Processes.aliveIn(directory)).isEmpty();
    }

    @Test
    void watchdogEndsTheCommandBeforeTheDeadline() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofMillis(500));
        awaitFile("up");
        tenure.validFor(Duration.ofMillis(1500));
        long deadline = System.nanoTime() + 1_500_000_000L;
        int code = command.await();
        // The kill comes before the deadline, but on a busy machine this process may notice it later.
        assertThat(System.nanoTime()).isLessThan(deadline + 700_000_000L);
        assertThat(code).isEqualTo(137);
        assertThat(command.endedByItself()).isFalse();
        assertThat(Processes.aliveIn(directory)).isEmpty();
    }

    @Test
    void newDeadlinesKeepTheCommandRunning() throws Exception {
        Duration validity = Duration.ofSeconds(2);
        tenure.validFor(validity);
        LeashedCommand command = start("echo up >up; while :; do sleep 0.02; done", Duration.ofMillis(200));
        awaitFile("up");
        await().during(validity.multipliedBy(2)).atMost(Duration.ofSeconds(30)).until(() -> {
            tenure.validFor(validity);
            return !Processes.aliveIn(directory).isEmpty();
        });
        assertThat(command.stop(Optional.empty())).isEmpty();
    }

    @Test
    void endsDaemonThatLeftTheGroup() throws Exception {
        String daemon = "setsid sh -c 'trap \"\" TERM; echo up >up; while :; do sleep 0.02; done' &";
        assertThat(start(daemon + " while ! [ -s up ]; do sleep 0.01; done; exit 4", Duration.ofMillis(200))
                        .await())
                .isEqualTo(4);
        assertThat(Processes.aliveIn(directory)).isEmpty();
    }

    @Test
    void endsProcessWhoseNameContainsANewline() throws Exception {
        String script = "n=$(printf 'a\\n) Z 1'); cp \"$(command -v sleep)\" \"$n\"; env -i \"./$n\" 60 & echo up >up";
        assertThat(start(script, Duration.ofMillis(200)).await()).isZero();
        assertThat(Processes.aliveIn(directory)).isEmpty();
    }

    @Test
    void signalReachesTheGroup() throws Exception {
        LeashedCommand command =
                start("trap 'exit 9' INT; echo up >up; while :; do sleep 0.02; done", Duration.ofSeconds(5));
        awaitFile("up");
        command.signal("INT");
        assertThat(command.await()).isEqualTo(9);
    }

    @Test
    void commandInheritsNoDescriptor() throws Exception {
        // Not a pipeline: its pipes would be descriptors of the shell for a moment.
        start("ls -l /proc/$$/fd >list; sed -n 's/.* \\([0-9]*\\) -> .*/\\1/p' list >fds", Duration.ofSeconds(1))
                .await();
        assertThat(Files.readAllLines(directory.resolve("fds"))).isSubsetOf("0", "1", "2", "10");
    }

    @Test
    void commandDoesNotStartBeforeTheGateOpens() throws Exception {
        LeashedCommand command = LeashedCommand.prepare(leash(inDirectory(STUBBORN), Duration.ofSeconds(5)), tenure);
        assertThat(command.identity().hasEnded()).isFalse();
        command.abandon();
        assertThat(directory.resolve("up")).doesNotExist();
        assertThat(command.identity().hasEnded()).isTrue();
    }

    @Test
    void identityLivesAsLongAsAnyProcessOfTheCommand() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofMillis(200));
        awaitFile("up");
        assertThat(command.identity().hasEnded()).isFalse();
        command.stop(Optional.empty());
        assertThat(command.identity().hasEnded()).isTrue();
        assertThat(Processes.aliveIn(directory)).isEmpty();
    }

    @Test
    void commandEndsImmediatelyWhenItsWatchdogIsKilled() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofSeconds(20));
        awaitFile("up");
        Processes.signal("KILL", watchdog());
        assertThat(command.await()).isEqualTo(137);
        assertThat(command.endedByItself()).isFalse();
        assertThat(Processes.aliveIn(directory)).isEmpty();
    }

    @Test
    void nothingSurvivesWhenAllProcessesBetweenAreKilled() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofSeconds(20));
        awaitFile("up");
        long runner = Processes.withArguments("baton-runner", directory.toString());
        Processes.signal("KILL", watchdog(), runner);
        command.await();
        assertThat(Processes.aliveIn(directory)).isEmpty();
    }

    @Test
    void stopWorksWhenTheWatchdogIsFrozen() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofMillis(200));
        awaitFile("up");
        Processes.signal("STOP", watchdog());
        await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(30)).until(() -> true);
        command.stop(Optional.of(EndReason.SHUT_DOWN));
        assertThat(Processes.aliveIn(directory)).isEmpty();
        assertThat(command.identity().hasEnded()).isTrue();
    }

    @Test
    @Timeout(60)
    void commandThatEndsByItselfIsNoticedWhenTheWatchdogIsFrozen() throws Exception {
        String daemon = "setsid sh -c 'trap \"\" TERM; echo up >up; while :; do sleep 0.02; done' & ";
        LeashedCommand command = start(daemon + "until [ -e go ]; do sleep 0.02; done; exit 6", Duration.ofMillis(200));
        awaitFile("up");
        Processes.signal("STOP", watchdog());
        Files.createFile(directory.resolve("go"));
        assertThat(command.await()).isEqualTo(6);
        assertThat(command.endedByItself()).isTrue();
        assertThat(Processes.aliveIn(directory)).isEmpty();
        assertThat(command.identity().hasEnded()).isTrue();
    }

    @Test
    @Timeout(60)
    void endOfTheCommandIsNoticedWhenTheWatchdogAndTheRunnerAreFrozen() throws Exception {
        LeashedCommand command =
                start("echo up >up; until [ -e go ]; do sleep 0.02; done; exit 6", Duration.ofMillis(200));
        awaitFile("up");
        Processes.signal("STOP", watchdog(), Processes.withArguments("baton-runner", directory.toString()));
        Files.createFile(directory.resolve("go"));
        command.await();
        // The runner of the other levels could not report the exit code.
        assertThat(command.endedByItself()).isEqualTo(level.isNamespace());
        assertThat(command.identity().hasEnded()).isTrue();
    }

    @Test
    void successorKillsInitButOnlyWaitsForAWatchdog() throws Exception {
        LeashedCommand command = start(STUBBORN, Duration.ofMillis(200));
        awaitFile("up");
        LiveCommandCheck successor = new LiveCommandCheck(
                new ContenderSettings("nightly", "successor", 0, "", new IgnoredSignals()), System::nanoTime);
        assertThat(successor.delay("me", 7, Optional.of(command.identity()))).isPresent();
        if (level.isNamespace()) {
            assertThat(command.await()).isNotZero();
            assertThat(command.endedByItself()).isFalse();
        } else {
            await().during(Duration.ofMillis(300))
                    .atMost(20, SECONDS)
                    .until(() -> !command.identity().hasEnded());
            command.stop(Optional.empty());
        }
        assertThat(Processes.aliveIn(directory)).isEmpty();
        assertThat(successor.delay("me", 7, Optional.of(command.identity()))).isEmpty();
    }

    @Test
    void nothingIsLeftWhenTheStarterDiesBeforeTheGate() throws Exception {
        Process starter = PreparedCommandMain.start(level, inDirectory(STUBBORN));
        String line = Objects.requireNonNull(starter.inputReader().readLine());
        RunningCommand command = RunningCommand.parse(line).orElseThrow();
        assertThat(command.hasEnded()).isFalse();
        starter.destroyForcibly();
        await().atMost(20, SECONDS).until(command::hasEnded);
        assertThat(directory.resolve("up")).doesNotExist();
    }

    @Test
    void nothingIsLeftWhenTheStarterOfAStoppedWatchdogDies() throws Exception {
        assumeThat(LeashProbe.hasSetpriv()).isTrue();
        Process starter = PreparedCommandMain.start(level, inDirectory(STUBBORN));
        RunningCommand command = RunningCommand.parse(
                        Objects.requireNonNull(starter.inputReader().readLine()))
                .orElseThrow();
        Processes.signal("STOP", watchdog());
        await().atMost(20, SECONDS).until(() -> Processes.state(watchdog()) == 'T');
        starter.destroyForcibly();
        await().atMost(20, SECONDS).until(command::hasEnded);
    }

    @ParameterizedTest
    @CsvSource({"orphan", "closed"})
    void endsDaemonThatLeftItsParent(String form) throws Exception {
        LeashedCommand command = start(EscapeForms.command(directory, form), Duration.ofMillis(300));
        EscapeForms.awaitBeats(directory);
        command.stop(Optional.of(EndReason.SHUT_DOWN));
        assertThat(Processes.aliveIn(directory)).isEmpty();
    }

    @Test
    void knowsWhetherTheCommandHasStarted() throws Exception {
        LeashedCommand abandoned =
                LeashedCommand.prepare(leash(inDirectory("echo x >up"), Duration.ofMillis(300)), tenure);
        abandoned.abandon();
        abandoned.end();
        assertThat(abandoned.neverStarted()).isTrue();
        assertThat(directory.resolve("up")).doesNotExist();
        LeashedCommand missing = start(List.of("/nowhere/program"), Duration.ofMillis(300));
        missing.await();
        assertThat(missing.neverStarted()).isTrue();
        LeashedCommand started = start("echo x >up; exit 127", Duration.ofMillis(300));
        started.await();
        assertThat(started.neverStarted()).isFalse();
    }

    @Test
    void readerOfTheDeadlineNeverSeesHalfOfIt() throws Exception {
        LeashedCommand command = LeashedCommand.prepare(
                new Leash(level, inDirectory(STUBBORN), Duration.ofMillis(200), Duration.ofMillis(1), Map.of(), false),
                tenure);
        command.open();
        awaitFile("up");
        long end = MachineUptime.millis() + 3000;
        await().atMost(20, SECONDS).until(() -> MachineUptime.millis() > end);
        assertThat(Processes.aliveIn(directory)).isNotEmpty();
        command.stop(Optional.empty());
    }

    private long watchdog() {
        return Processes.withArguments("baton-watchdog", directory.toString());
    }

    private LeashedCommand start(String script, Duration grace) throws IOException, InterruptedException {
        return start(inDirectory(script), grace);
    }

    private LeashedCommand start(List<String> command, Duration grace) throws IOException, InterruptedException {
        LeashedCommand prepared = LeashedCommand.prepare(leash(command, grace), tenure);
        prepared.open();
        return prepared;
    }

    private List<String> inDirectory(String script) {
        return List.of("sh", "-c", "cd \"$0\"; " + script, directory.toString());
    }

    private Leash leash(List<String> command, Duration grace) {
        return new Leash(level, command, grace, Duration.ofMillis(50), Map.of(), false);
    }

    private void awaitFile(String name) {
        await().atMost(30, SECONDS)
                .until(() -> Files.exists(directory.resolve(name)) && Files.size(directory.resolve(name)) > 0);
    }
}
