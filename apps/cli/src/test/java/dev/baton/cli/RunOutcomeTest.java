package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunOutcomeTest {
    @TempDir
    Path directory;

    @Test // PG-5
    void lastEventsAreNotAwaitedAgainAfterTheCloseHasWaited() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        RunCommand.RunOutcome outcome = new RunCommand.RunOutcome();
        try (Baton baton = Baton.connect("file:" + directory)) {
            Candidate candidate = baton.election("job").candidate();
            candidate.start();
            RunCommand.close(candidate, outcome, new CommandContext(nowhere, nowhere, Map.of(), false));
        }
        // A second wait would have completed it, at the latest with its timeout.
        assertThat(outcome.stopped).isNotDone();
    }

    @Test // PG-10
    void commandThatEndsWhileItIsInterruptedIsNotTheOutcome() {
        RunCommand.RunOutcome outcome = new RunCommand.RunOutcome();
        // The command ends before the call that interrupts it has returned.
        outcome.interruptFirst(name -> outcome.commandEnded(1)).accept("INT");
        assertThat(outcome.exitCode).isCompletedWithValue(ExitCode.DONE);
    }

    @Test // PG-10
    void commandThatEndsByItselfGivesTheExitCode() {
        RunCommand.RunOutcome outcome = new RunCommand.RunOutcome();
        outcome.commandEnded(7);
        assertThat(outcome.exitCode).isCompletedWithValue(7);
    }
}
