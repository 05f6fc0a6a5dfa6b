package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LiveCommands;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveCommandCheckTest {
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void killStartedProcesses() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void delaysWhileTheCommandRunsAndNotAfterIt() throws Exception {
        Process process = start("sleep", "600");
        RunningCommand command = RunningCommand.ofPid(process.pid()).orElseThrow();
        LiveCommandCheck check = check(LiveCommands.WAIT);

        assertThat(check.delay("replica-1", 7, Optional.of(command)))
                .hasValueSatisfying(held -> assertThat(held.holder()).contains("replica-1", "pid " + process.pid()));

        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        assertThat(check.delay("replica-1", 7, Optional.of(command))).isEmpty();
        assertThat(command.hasEnded()).isTrue();
    }

    @Test
    void killsOnlyTheInitProcessOfThisElectionAndEpoch() throws Exception {
        Process stranger = start("sleep", "600");
        Process otherEpoch = start("sh", "-c", "sleep 600; :", LiveCommandCheck.mark("nightly", 6));
        Process former = start("sh", "-c", "sleep 600; :", LiveCommandCheck.mark("nightly", 7));
        LiveCommandCheck check = check(LiveCommands.WAIT);
        for (Process process : List.of(stranger, otherEpoch, former)) {
            assertThat(check.delay("replica-1", 7, RunningCommand.ofPid(process.pid())))
                    .isPresent();
        }

        assertThat(former.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(stranger.isAlive()).isTrue();
        assertThat(otherEpoch.isAlive()).isTrue();
    }

    @Test
    void doesNotDelayAgainstTheWishOfTheOperatorOrWithoutEvidence() throws Exception {
        Process process = start("sleep", "600");
        RunningCommand command = RunningCommand.ofPid(process.pid()).orElseThrow();
        RunningCommand elsewhere = new RunningCommand(
                "00000000-0000-0000-0000-000000000000", command.pidNamespace(), command.pid(), command.startTime());

        assertThat(check(LiveCommands.IGNORE).delay("replica-1", 7, Optional.of(command)))
                .isEmpty();
        assertThat(check(LiveCommands.WAIT).delay("replica-1", 7, Optional.of(elsewhere)))
                .isEmpty();
        assertThat(check(LiveCommands.WAIT).delay("replica-1", 7, Optional.empty()))
                .isEmpty();
    }

    @Test
    void waitsForACommandOfThisMachineThatCannotBeRead() {
        RunningCommand command =
                RunningCommand.ofPid(ProcessHandle.current().pid()).orElseThrow();

        assertThat(check(LiveCommands.WAIT, ProcessState.UNREADABLE).delay("replica-1", 7, Optional.of(command)))
                .hasValueSatisfying(held -> {
                    assertThat(held.holder()).contains("replica-1", "may run as pid " + command.pid());
                    assertThat(held.freeAfter()).isPresent();
                });
        assertThat(check(LiveCommands.IGNORE, ProcessState.UNREADABLE).delay("replica-1", 7, Optional.of(command)))
                .isEmpty();
        for (ProcessState state : List.of(ProcessState.ENDED, ProcessState.ELSEWHERE)) {
            assertThat(check(LiveCommands.WAIT, state).delay("replica-1", 7, Optional.of(command)))
                    .isEmpty();
        }
    }

    @Test
    void logsAtOnceAndThenEveryTenSecondsThatItWaits() {
        AtomicLong nanos = new AtomicLong();
        LiveCommandCheck check = new LiveCommandCheck(
                "nightly",
                LiveCommands.WAIT,
                nanos::get,
                ProcessEvidence.ofThisMachine(),
                command -> ProcessState.UNREADABLE);
        Optional<RunningCommand> command = Optional.of(new RunningCommand("b0-07", 3, 4, 5, 6));
        assertThat(logged(() -> check.delay("replica-1", 7, command)))
                .contains("election nightly: waits: the command of replica-1 (epoch 7)")
                .contains("as pid 4 or in the control group with inode 6");
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(9_999));
        assertThat(logged(() -> check.delay("replica-1", 7, command))).isEmpty();
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(logged(() -> check.delay("replica-1", 7, command))).contains("waits");
    }

    private static String logged(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void readsTheTextOfBothVersions() {
        RunningCommand command = new RunningCommand("b0-07", 3, 4, 5);
        assertThat(command.text()).isEqualTo("1 b0-07 3 4 5");
        assertThat(RunningCommand.parse("1 b0-07 3 4 5")).contains(command);
        assertThat(RunningCommand.parse("2 b0-07 3 4 5 6")).contains(command.inGroup(6));
        assertThat(command.inGroup(6).text()).isEqualTo("2 b0-07 3 4 5 6");
        for (String text : List.of("1 b0-07 3 4 5 6", "2 b0-07 3 4 5", "2 b0-07 3 4 5 0", "2 b0-07 3 4 5 /x")) {
            assertThat(RunningCommand.parse(text)).as(text).isEmpty();
        }
    }

    @Test
    void readsItsOwnTextAndNoOther() {
        RunningCommand command =
                RunningCommand.ofPid(ProcessHandle.current().pid()).orElseThrow();

        assertThat(RunningCommand.parse(command.text())).contains(command);
        for (String text :
                List.of("", "1", "2 " + command.text().substring(2), command.text() + " ", "/tmp/x", "1 a 0 0 0")) {
            assertThat(RunningCommand.parse(text)).as(text).isEmpty();
        }
    }

    private Process start(String... command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    private static LiveCommandCheck check(LiveCommands policy) {
        return new LiveCommandCheck("nightly", policy, System::nanoTime);
    }

    private static LiveCommandCheck check(LiveCommands policy, ProcessState state) {
        return new LiveCommandCheck(
                "nightly", policy, System::nanoTime, ProcessEvidence.ofThisMachine(), process -> state);
    }
}
