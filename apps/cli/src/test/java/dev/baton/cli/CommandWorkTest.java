package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.RunningCommand;
import java.io.IOException;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    private record Tenure(Supplier<Duration> left, Supplier<Optional<EndReason>> reason) implements Leadership {
        Tenure() {
            this(() -> Duration.ofSeconds(60), Optional::empty);
        }

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
            return left.get();
        }

        @Override
        public Optional<EndReason> endReason() {
            return reason.get();
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

    @Test
    void saysThatTheLeashEndedACommandThatIsStartedAgain() throws Exception {
        CommandWork work =
                work(LeashLevel.MARKER, true, "[ ! -e ran ] || exit 4; echo x >ran; kill -s KILL $PPID; exec sleep 60");
        work.run(new Tenure());
        assertThat(work.exit().get()).isEqualTo(4);
        assertThat(warnings).hasSize(1).allMatch(line -> line.startsWith("the leash ended the command"));
    }

    @Test
    void saysNothingAboutLeadershipThatEndsWithoutRenewal() throws Exception {
        CommandWork work = work(LeashLevel.MARKER, true, "echo x >ran; kill -s KILL $PPID; exec sleep 60");
        AtomicInteger reads = new AtomicInteger();
        // As after a failed renewal: too little time is left for the command, and none comes.
        Tenure tenure = new Tenure(
                () -> {
                    boolean waits = Files.exists(directory.resolve("ran"))
                            && Thread.currentThread().getName().equals("work");
                    return waits
                            ? Duration.ofMillis(Math.max(0, 200 - reads.incrementAndGet()))
                            : Duration.ofSeconds(60);
                },
                Optional::empty);
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run(tenure);
                        end.complete(new IllegalStateException("returned"));
                    } catch (Throwable thrown) {
                        end.complete(thrown);
                    }
                },
                "work");
        thread.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> reads.get() > 3);
        thread.interrupt();
        assertThat(end.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest // API-3: the claim is released when the work has returned
    @ValueSource(strings = {"auto", "marker"})
    void noProcessOfTheCommandIsLeftWhenTheWorkReturnsAlthoughItsStopFailed(String leash) throws Exception {
        CommandWork work = work(
                LeashChoice.of(leash, List.of()).level(),
                true,
                "trap '' TERM; echo x >ran; while :; do sleep 0.05; done");
        Tenure tenure = new Tenure(() -> Duration.ofSeconds(60), () -> {
            throw new IllegalStateException("no file descriptor is left");
        });
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<?> running = thread.submit(() -> {
            work.run(tenure);
            return true;
        });
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(directory.resolve("ran")));
        thread.shutdownNow();
        assertThatThrownBy(() -> running.get(30, TimeUnit.SECONDS)).hasMessageContaining("no file descriptor is left");
        assertThat(Processes.aliveIn(directory)).isEmpty();
        assertThat(calls).containsExactly("record nightly 7 ran=false", "clear ran=true");
    }

    @Test // API-3
    void commandRunsOnAfterItsDeadlineCouldNotBeExtendedOnce() throws Exception {
        AtomicBoolean failed = new AtomicBoolean();
        CommandWork work = work(LeashLevel.MARKER, true, "[ ! -e ran ] || exit 4; echo x >ran; sleep 4; exit 6");
        work.run(new Tenure(
                () -> {
                    if (Thread.currentThread().getName().contains("leash-feeder")
                            && failed.compareAndSet(false, true)) {
                        throw new IllegalStateException("no file descriptor is left");
                    }
                    return Duration.ofSeconds(3);
                },
                Optional::empty));
        assertThat(failed).isTrue();
        assertThat(work.exit().get()).isEqualTo(6);
    }

    @Test // API-3
    void commandStartsAlthoughThatTakesLongerThanTheValidity() throws Exception {
        CommandWork work = work(LeashLevel.MARKER, true, "exit 5", prlimitAfter("sleep 3"));
        // The first deadline passes during the start. The later ones leave a busy machine time for its searches.
        AtomicInteger reads = new AtomicInteger();
        work.run(new Tenure(() -> Duration.ofSeconds(reads.getAndIncrement() == 0 ? 2 : 60), Optional::empty));
        assertThat(work.exit().get()).isEqualTo(5);
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest // API-3
    @CsvSource({"'[ -e once ] || { echo >once; kill -s KILL $$; }', 1", "kill -s KILL $$, 2"})
    void startThatASignalEndedIsRepeatedButNotForEver(String fault, int repeated) throws Exception {
        String inFolder = "cd '" + directory + "'; " + fault;
        CommandWork work = work(LeashLevel.MARKER, true, "exit 5", prlimitAfter(inFolder));
        work.run(new Tenure());
        assertThat(warnings).hasSize(repeated);
        if (repeated == 1) {
            assertThat(work.exit().get()).isEqualTo(5);
        } else {
            assertThatThrownBy(() -> work.exit().get()).hasMessageContaining("exit code 137");
        }
    }

    /** Returns a PATH with a prlimit, which starts the runner, that does something else first. */
    private Map<String, String> prlimitAfter(String script) throws IOException {
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(LeashLevel.MARKER)).isEmpty();
        Path programs = Files.createDirectory(directory.resolve("bin"));
        Path program = Files.writeString(
                programs.resolve("prlimit"), "#!/bin/sh\n" + script + "\nPATH=${PATH#*:}\nexec prlimit \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return Map.of("PATH", programs + ":" + System.getenv("PATH"));
    }

    private CommandWork work(LeashLevel level, boolean answer, String script) {
        return work(level, answer, script, Map.of());
    }

    private CommandWork work(LeashLevel level, boolean answer, String script, Map<String, String> environment) {
        List<String> command = List.of("sh", "-c", "cd \"$0\"; " + script, directory.toString());
        Leash leash = new Leash(level, command, Duration.ofMillis(300), Duration.ofMillis(50), environment, false);
        CommandHold hold = new CommandHold(Optional.of(new Records(answer)));
        return new CommandWork(leash, false, hold, () -> true, warnings::add);
    }
}
