package dev.baton.cli;

import dev.baton.Leadership;
import dev.baton.cli.LeashedCommand.Leash;
import dev.baton.node.agent.CommandLauncher;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The commands of jobs, each on a leash that is as long as its lease. */
final class LeashedJobCommands implements CommandLauncher {
    private static final Duration LONGEST_GRACE = Duration.ofSeconds(2);
    private static final Duration RAREST_FEED = Duration.ofMillis(500);
    private static final int STOPPED = 143;

    @Override
    public Running start(List<String> command, Leadership right, Map<String, String> environment) throws IOException {
        return new OnLeash(
                LeashedCommand.start(leash(command, right.remaining(), environment), right, Optional.empty()));
    }

    /**
     * A leash for a lease that has so much left. A third of it passes between renewals, so grace and feeding have to be
     * small beside it: a leash that begins to end its command a whole grace early would end a healthy one.
     */
    static Leash leash(List<String> command, Duration left, Map<String, String> environment) {
        return new Leash(
                command,
                shorter(left.dividedBy(6), LONGEST_GRACE),
                shorter(left.dividedBy(12).plusMillis(1), RAREST_FEED),
                environment,
                true);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
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
