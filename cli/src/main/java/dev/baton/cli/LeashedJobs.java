package dev.baton.cli;

import dev.baton.Leadership;
import dev.baton.cli.LeashedCommand.Leash;
import dev.baton.node.agent.JobCommands;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The commands of jobs, each on a leash that is as long as its lease. */
final class LeashedJobs implements JobCommands {
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration FEED_EVERY = Duration.ofMillis(500);
    private static final int STOPPED = 143;

    @Override
    public Running start(List<String> command, Leadership right, Map<String, String> environment) throws IOException {
        return new OnLeash(LeashedCommand.start(
                new Leash(command, GRACE, FEED_EVERY, environment, true), right, Optional.empty()));
    }

    /** A leashed command is waited for and stopped by one thread, which an interrupt tells to stop it. */
    private static final class OnLeash implements Running {
        private final LeashedCommand command;
        private final CompletableFuture<Integer> exit = new CompletableFuture<>();
        private final Thread keeper;

        OnLeash(LeashedCommand command) {
            this.command = command;
            this.keeper = new Thread(this::keep, "job-keeper");
            keeper.setDaemon(true);
            keeper.start();
        }

        private void keep() {
            try {
                exit.complete(command.await());
            } catch (InterruptedException stop) {
                try {
                    exit.complete(command.stop(Optional.empty()).orElse(STOPPED));
                } catch (InterruptedException again) {
                    exit.complete(STOPPED);
                }
            }
        }

        @Override
        public InputStream output() {
            return command.output();
        }

        @Override
        public int await() throws InterruptedException {
            try {
                return exit.get();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public void stop() throws InterruptedException {
            if (!exit.isDone()) {
                keeper.interrupt();
            }
            await();
        }
    }
}
