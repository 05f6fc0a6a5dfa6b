package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.contender;
import static dev.baton.testkit.ContractFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LiveCommands;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RunningCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A real process that plays the command of a tenure, and contenders that each have their own connection. */
final class LiveCommandTrial implements AutoCloseable {
    private static final int ROUNDS = 5;

    private final ContractFixture fixture;
    private final List<Process> processes = new ArrayList<>();
    private final List<Backend> backends = new ArrayList<>();
    private final List<Contender> contenders = new ArrayList<>();

    LiveCommandTrial(ContractFixture fixture) {
        this.fixture = fixture;
    }

    /** Starts a process that runs until it is ended, or until this JVM ends. */
    Process start() {
        return start("cat");
    }

    Process start(String... command) {
        try {
            Process process = new ProcessBuilder(command).start();
            processes.add(process);
            return process;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static RunningCommand of(Process process) {
        return RunningCommand.ofPid(process.pid()).orElseThrow();
    }

    static void end(Process process) {
        process.destroyForcibly().onExit().join();
    }

    Backend open() {
        Backend backend = fixture.open();
        backends.add(backend);
        return backend;
    }

    Contender on(Backend backend, String instanceId) {
        return kept(contender(backend, instanceId));
    }

    /** Returns a contender that does not wait for a running command. */
    Contender heedless(Backend backend, String instanceId) {
        return kept(backend.contend(
                new ContenderSettings(ELECTION, instanceId, 0, "", LiveCommands.IGNORE, new IgnoredSignals())));
    }

    private Contender kept(Contender contender) {
        contenders.add(contender);
        return contender;
    }

    static boolean record(Backend backend, long epoch, RunningCommand command) {
        return get(((CommandRecords) backend).record(ELECTION, epoch, command));
    }

    static void clear(Backend backend, RunningCommand command) {
        get(((CommandRecords) backend).clear(ELECTION, command));
    }

    /** Waits until the contender is refused because of the command, and checks that this stays so. */
    static void assertDelayed(Contender contender, RunningCommand command) {
        await("the command delays the candidate", () -> {
            AcquireOutcome outcome = get(contender.acquire(0));
            assertThat(outcome).isNotInstanceOf(AcquireOutcome.Won.class);
            return isDelayed(outcome, command);
        });
        for (int round = 0; round < ROUNDS; round++) {
            AcquireOutcome outcome = get(contender.acquire(0));
            assertThat(isDelayed(outcome, command)).as(outcome.toString()).isTrue();
        }
    }

    private static boolean isDelayed(AcquireOutcome outcome, RunningCommand command) {
        return outcome instanceof AcquireOutcome.HeldBy held && held.holder().contains("pid " + command.pid());
    }

    @Override
    public void close() {
        for (Process process : processes) {
            process.destroyForcibly();
            try {
                // A process that it started reads the same pipe.
                process.getOutputStream().close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
        // A connection that closes may wait for the end of a claim that was not released.
        contenders.forEach(contender -> get(contender.withdraw()));
        backends.forEach(Backend::close);
    }
}
