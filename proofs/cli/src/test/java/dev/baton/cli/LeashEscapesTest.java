package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.baton.cli.LeashTrial.Account;
import dev.baton.spi.RunningCommand;
import dev.baton.support.process.MachineUptime;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts of a daemon to outlive leadership in a pid namespace, with real processes, as root and as an ordinary user. */
// API-3: no process of a command outlives the leadership
@ParameterizedClass
@EnumSource(Account.class)
class LeashEscapesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    private final Account account;
    private Optional<LeashTrial> trial = Optional.empty();

    LeashEscapesTest(Account account) {
        this.account = account;
    }

    @AfterEach
    void end() throws IOException {
        if (trial.isPresent()) {
            trial.get().close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "titled",
                "undumpable",
                "thread",
                "traced",
                "stopped",
                "hopper",
                "killer",
                "subreaper",
                "nested",
                "closed",
                "orphan"
            })
    void daemonEndsWhenBatonIsKilled(String form) {
        LeashTrial run = start(form);
        Processes.signal("KILL", run.baton());
        run.assertAllEnd();
    }

    @Test
    void daemonEndsWhenBatonIsKilledAndInitIsStopped() {
        LeashTrial run = start("plain");
        Processes.signal("STOP", run.init());
        Processes.signal("KILL", run.baton());
        run.assertAllEnd();
    }

    @Test
    void daemonEndsWhenBatonIsKilledAndUnshareIsStopped() {
        LeashTrial run = start("plain");
        Processes.signal("STOP", run.unshare());
        Processes.signal("KILL", run.baton());
        run.assertAllEnd();
    }

    @Test
    void daemonEndsWhereProcHidesProcesses() {
        assumeThat(LeashTrial.isRoot()).as("needs root to mount /proc").isTrue();
        String mount = "mount -t proc -o hidepid=2 proc /proc && exec \"$@\"";
        List<String> hidden = List.of("unshare", "--mount", "--propagation", "private", "sh", "-c", mount, "sh");
        trial = Optional.of(LeashTrial.start(directory, hidden, account, "undumpable", new File("/dev/null")));
        Processes.signal("KILL", trial.get().baton());
        trial.get().assertAllEnd();
    }

    @Test
    void daemonEndsWhenTheWatchdogIsKilled() {
        LeashTrial run = start("plain");
        Processes.signal("KILL", run.watchdog());
        run.assertAllEnd();
    }

    @Test
    void daemonEndsWhenTheRunnerIsKilled() {
        LeashTrial run = start("plain");
        Processes.signal("KILL", run.runner());
        run.assertAllEnd();
    }

    @Test
    void daemonEndsWhenUnshareIsKilled() {
        LeashTrial run = start("plain");
        Processes.signal("KILL", run.unshare());
        run.assertAllEnd();
    }

    @Test
    void daemonEndsWhenInitIsKilled() {
        LeashTrial run = start("plain");
        Processes.signal("KILL", run.init());
        run.assertAllEnd();
    }

    @Test
    void daemonEndsBeforeTheClaimExpiresWhenBatonIsStopped() {
        LeashTrial run = start("plain");
        long stopped = MachineUptime.millis();
        Processes.signal("STOP", run.baton());
        run.assertAllEnd();
        assertThat(EscapeForms.lastBeat(directory, run.id())).isLessThan(stopped + LeashTrial.VALIDITY.toMillis());
    }

    @Test
    void daemonEndsWhenBatonAndWatchdogAreStoppedAndBatonIsKilled() {
        LeashTrial run = start("plain");
        Processes.signal("STOP", run.baton(), run.watchdog());
        Processes.signal("KILL", run.baton());
        run.assertAllEnd();
    }

    @Test
    void successorKillsInitWhenAllAreStopped() {
        LeashTrial run = start("plain");
        RunningCommand command = run.identity();
        Processes.signal("STOP", run.init(), run.unshare(), run.runner(), run.watchdog(), run.baton());
        assertThat(successorWaits(command)).isTrue();
        run.assertAllEnd();
        await().atMost(TIMEOUT).until(() -> !successorWaits(command));
    }

    @Test
    void successorWaitsForMemberThatCannotBeKilled() throws IOException {
        try (Freezer freezer = Freezer.v1()) {
            LeashTrial run = start("plain");
            RunningCommand command = run.identity();
            freezer.freeze(run.daemon());
            Processes.signal("KILL", run.baton());
            await().during(Duration.ofMillis(500)).atMost(TIMEOUT).until(() -> successorWaits(command));
            freezer.thaw();
            await().atMost(TIMEOUT).until(() -> !successorWaits(command));
            run.assertAllEnd();
        }
    }

    @Test
    void successorWaitsWhenNoMemberCanBeKilled() throws IOException {
        try (Freezer freezer = Freezer.v1()) {
            LeashTrial run = start("plain");
            RunningCommand command = run.identity();
            freezer.freeze(run.init());
            Processes.aliveIn(directory).forEach(freezer::freeze);
            Processes.signal("KILL", run.baton());
            await().during(Duration.ofMillis(500)).atMost(TIMEOUT).until(() -> successorWaits(command));
            freezer.thaw();
            await().atMost(TIMEOUT).until(() -> !successorWaits(command));
            run.assertAllEnd();
        }
    }

    @Test
    void daemonInFrozenControlGroupEnds() throws IOException {
        try (Freezer freezer = Freezer.v2()) {
            LeashTrial run = start("plain");
            freezer.freeze(run.daemon());
            Processes.signal("KILL", run.baton());
            run.assertAllEnd();
        }
    }

    @Test
    void successorKillsInitWhenAllAreInFrozenControlGroup() throws IOException {
        try (Freezer freezer = Freezer.v2()) {
            LeashTrial run = start("plain");
            RunningCommand command = run.identity();
            List.of(run.init(), run.unshare(), run.runner(), run.watchdog(), run.baton())
                    .forEach(freezer::freeze);
            Processes.aliveIn(directory).forEach(freezer::freeze);
            assertThat(successorWaits(command)).isTrue();
            run.assertAllEnd();
            Processes.signal("KILL", run.baton());
        }
    }

    @Test
    void nothingThatACleanerCanRemoveHoldsTheCommand() throws IOException {
        LeashTrial run = start("plain");
        assertThat(BatonProcess.leftovers(directory)).isEmpty();
        long after = MachineUptime.millis() + LeashTrial.VALIDITY.toMillis() * 2;
        await().atMost(TIMEOUT).until(() -> EscapeForms.lastBeat(directory, run.id()) > after);
        Processes.signal("KILL", run.baton());
        run.assertAllEnd();
    }

    @Test
    void commandCannotEnterTheOuterNamespace() throws IOException {
        trial = Optional.of(LeashTrial.start(directory, List.of(), account, "outer", new File("/proc/self/ns/pid")));
        Path result = directory.resolve("outer");
        await().atMost(TIMEOUT).until(() -> Files.exists(result) && Files.size(result) > 0);
        assertThat(Files.readString(result).strip()).isNotEqualTo("entered");
    }

    @Test
    void commandNeverRunsWhenItsStarterDiesBeforeTheGate() throws IOException {
        account.assumeAvailable();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path ran = directory.resolve("ran");
        Process starter = PreparedCommandMain.start(account, List.of("touch", ran.toString()));
        RunningCommand command = RunningCommand.parse(
                        Objects.requireNonNull(starter.inputReader().readLine()))
                .orElseThrow();
        assertThat(command.hasEnded()).isFalse();
        starter.destroyForcibly();
        await().atMost(TIMEOUT).until(command::hasEnded);
        assertThat(ran).doesNotExist();
    }

    private LeashTrial start(String form) {
        LeashTrial started = LeashTrial.start(directory, account, form);
        trial = Optional.of(started);
        return started;
    }

    /** Returns whether a successor of this machine and of this user waits. It kills what it can. */
    private boolean successorWaits(RunningCommand command) {
        return SuccessorCheckMain.waits(account, command);
    }
}
