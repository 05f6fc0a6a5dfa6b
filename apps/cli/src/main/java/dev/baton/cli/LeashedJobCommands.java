package dev.baton.cli;

import dev.baton.Leadership;
import dev.baton.node.agent.CommandEnd;
import dev.baton.node.agent.CommandLauncher;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The commands of jobs. Each is on a leash that lasts as long as the lease of its job. */
final class LeashedJobCommands implements CommandLauncher {
    private static final Duration LONGEST_GRACE = Duration.ofSeconds(2);
    private static final Duration LONGEST_FEED_INTERVAL = Duration.ofMillis(500);

    private final String option;

    /** @param option the value of {@code --leash} */
    LeashedJobCommands(String option) {
        this.option = option;
        // Refuses an unknown or impossible level before the first job.
        LeashChoice.of(option, List.of());
    }

    @Override
    public Running start(List<String> command, Leadership right, Map<String, String> environment) throws IOException {
        try {
            LeashLevel level = LeashChoice.of(option, command).level();
            LeashedCommand prepared =
                    LeashedCommand.prepare(leash(level, command, right.remaining(), environment), right);
            try {
                JobProcess running = new JobProcess(prepared);
                prepared.open();
                return running;
            } catch (RuntimeException | Error noThread) {
                prepared.end();
                throw noThread;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the command was started");
        }
    }

    /**
     * Returns a leash for a lease with this remaining time. A third of it passes between two renewals, so the grace and
     * the feed interval must be short: the watchdog starts to end a command one grace before the deadline.
     */
    static Leash leash(LeashLevel level, List<String> command, Duration remaining, Map<String, String> environment) {
        return new Leash(
                level,
                command,
                shorter(remaining.dividedBy(6), LONGEST_GRACE),
                shorter(remaining.dividedBy(12).plusMillis(1), LONGEST_FEED_INTERVAL),
                environment,
                true);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /** One thread waits for the command, and stops it when it is interrupted. */
    private static final class JobProcess implements Running {
        private final LeashedCommand command;
        private final CompletableFuture<CommandEnd> exit = new CompletableFuture<>();
        private final Thread waiter;

        JobProcess(LeashedCommand command) {
            this.command = command;
            this.waiter = NamedThreads.start("job-command", this::waitOrStop);
        }

        private void waitOrStop() {
            CommandEnd end = new CommandEnd.Stopped();
            try {
                int code = command.await();
                end = command.endedByItself() ? new CommandEnd.Exited(code) : new CommandEnd.Stopped();
            } catch (InterruptedException stopRequested) {
                end = stopped();
            } finally {
                // Whatever has failed: the result is reported when no process of the command is left.
                command.end();
                exit.complete(end);
            }
        }

        private CommandEnd stopped() {
            try {
                Optional<Integer> code = command.stop(Optional.empty());
                return code.isPresent() ? new CommandEnd.Exited(code.get()) : new CommandEnd.Stopped();
            } catch (InterruptedException again) {
                return new CommandEnd.Stopped();
            }
        }

        @Override
        public InputStream output() {
            return command.output();
        }

        @Override
        public CommandEnd await() throws InterruptedException {
            return result(exit);
        }

        /** Returns the result of a future that never fails. */
        private static <T> T result(CompletableFuture<T> future) throws InterruptedException {
            try {
                return future.get();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public void stop() throws InterruptedException {
            if (!exit.isDone()) {
                waiter.interrupt();
            }
            await();
        }
    }
}
