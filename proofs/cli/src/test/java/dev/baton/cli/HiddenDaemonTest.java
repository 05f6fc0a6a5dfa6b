package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.baton.EndReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A daemon that hides what it is. The weak form of the marker finds a process only by its environment. */
// API-3: no process of a command outlives the leadership
@ParameterizedClass
@EnumSource(value = LeashLevel.class, mode = EnumSource.Mode.EXCLUDE, names = "VARIABLE")
class HiddenDaemonTest {
    @TempDir
    Path directory;

    private final LeashLevel level;

    HiddenDaemonTest(LeashLevel level) {
        this.level = level;
    }

    @ParameterizedTest
    @CsvSource({"titled", "undumpable", "thread"})
    void endsWithTheCommand(String form) throws Exception {
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(level)).isEmpty();
        Leash leash = new Leash(
                level,
                EscapeForms.command(directory, form),
                Duration.ofMillis(300),
                Duration.ofMillis(50),
                Map.of(),
                false);
        LeashedCommand command = LeashedCommand.prepare(leash, new ControlledLeadership(Duration.ofSeconds(30)));
        command.open();
        EscapeForms.awaitBeats(directory);
        command.stop(Optional.of(EndReason.SHUT_DOWN));
        assertThat(Processes.aliveIn(directory)).isEmpty();
        await().atMost(Duration.ofSeconds(10)).until(() -> !Processes.anyAliveWith(directory.toString()));
    }
}
