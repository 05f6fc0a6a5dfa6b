package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.RunningCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of the record of a command, its start and its end. */
class CommandWorkTest {
    @TempDir
    Path directory;

    private final List<String> calls = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** A store that notes whether the command had run when it was asked. */
    private final class Records implements CommandRecords {
        private final boolean answer;

        Records(boolean answer) {
            this.answer = answer;
        }

        @Override
        public CompletionStage<Boolean> record(String election, long epoch, RunningCommand command) {
            calls.add("record " + election + " " + epoch + " ran=" + Files.exists(directory.resolve("ran")));
            assertThat(command.hasEnded()).isFalse();
            return CompletableFuture.completedFuture(answer);
        }

        @Override
        public CompletionStage<Void> clear(String election, RunningCommand command) {
            calls.add("clear ran=" + Files.exists(directory.resolve("ran")));
            assertThat(command.hasEnded()).isTrue();
            return CompletableFuture.completedFuture(null);
        }
    }

    private record Tenure() implements Leadership {
        @Override
        public String election() {
            return "nightly";
        }

        @Override
        public String instanceId() {
            return "me";
        }

        @Override
        public long epoch() {
            return 7;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public Duration remaining() {
            return Duration.ofSeconds(60);
        }

        @Override
        public Optional<EndReason> endReason() {
            return Optional.empty();
        }
    }

    @Test // API-3
    void recordsTheCommandBeforeItStartsAndClearsTheRecordAfterItsEnd() throws Exception {
        CommandWork work = work(LeashChoice.of("auto", List.of()).level(), true, "echo x >ran; exit 5");
        work.run(new Tenure());
        assertThat(work.exit().get()).isEqualTo(5);
        assertThat(calls).containsExactly("record nightly 7 ran=false", "clear ran=true");
    }

    @Test
    void doesNotStartACommandThatTheStoreDidNotRecord() throws Exception {
        CommandWork work = work(LeashChoice.of("auto", List.of()).level(), false, "echo x >ran");
        work.run(new Tenure());
        assertThatThrownBy(() -> work.exit().get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(NoHoldException.class);
        assertThat(directory.resolve("ran")).doesNotExist();
        assertThat(Processes.anyAliveWith(directory.toString())).isFalse();
    }

    @Test
    void namesTheOtherLevelOnceWhenACommandFailsInAUserNamespace() throws Exception {
        LeashLevel level =
                LeashProbe.OF_THIS_PROCESS.problem(LeashLevel.USER_NAMESPACE).isEmpty()
                        ? LeashLevel.USER_NAMESPACE
                        : LeashLevel.MARKER;
        work(level, true, "exit 1").run(new Tenure());
        assertThat(warnings)
                .hasSize(level == LeashLevel.USER_NAMESPACE ? 1 : 0)
                .allMatch(line -> line.contains("--leash=marker"));
        warnings.clear();
        work(level, true, "exit 0").run(new Tenure());
        work(LeashLevel.MARKER, true, "exit 1").run(new Tenure());
        assertThat(warnings).isEmpty();
    }

    private CommandWork work(LeashLevel level, boolean answer, String script) {
        List<String> command = List.of("sh", "-c", "cd \"$0\"; " + script, directory.toString());
        Leash leash = new Leash(level, command, Duration.ofMillis(300), Duration.ofMillis(50), Map.of(), false);
        CommandHold hold = new CommandHold(Optional.of(new Records(answer)));
        return new CommandWork(leash, false, hold, () -> true, warnings::add);
    }
}
