package dev.baton.cli;

import dev.baton.LeaderWork;
import dev.baton.Leadership;
import dev.baton.spi.Backend;
import dev.baton.spi.ProcessHolds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs the user's command in every tenure, and reports when it has ended by itself. */
final class CommandWork implements LeaderWork {
    private static final Duration RESPAWN_DELAY = Duration.ofSeconds(1);

    private final Leash leash;
    private final boolean respawn;
    private final Backend backend;
    private final BooleanSupplier gate;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private @Nullable LeashedCommand running;

    /** @param gate passed before every start, so that starts after the end of leadership are counted */
    CommandWork(Leash leash, boolean respawn, Backend backend, BooleanSupplier gate) {
        this.leash = leash;
        this.respawn = respawn;
        this.backend = backend;
        this.gate = gate;
    }

    /**
     * Completes with the exit code when the command has ended by itself and is not run again, or with the error if the
     * command could not be started.
     */
    CompletableFuture<Integer> exit() {
        return exit;
    }

    /** Sends a signal to the command if it runs. Waits for a start in progress. */
    synchronized void signal(String name) {
        if (running != null) {
            running.signal(name);
        }
    }

    @Override
    public void run(Leadership leadership) throws Exception {
        while (gate.getAsBoolean() && leadership.isValid()) {
            long started = System.nanoTime();
            Optional<Integer> code;
            try {
                code = runOnce(leadership);
            } catch (IOException notStarted) {
                // Leading without the command would prevent it from running on another instance.
                exit.completeExceptionally(notStarted);
                return;
            }
            if (code.isPresent() && !respawn) {
                exit.complete(code.get());
                return;
            }
            boolean quick = System.nanoTime() - started < RESPAWN_DELAY.toNanos();
            TimeUnit.MILLISECONDS.sleep(quick ? RESPAWN_DELAY.toMillis() : 0);
            awaitTimeToStop(leadership);
        }
    }

    /** Returns the exit code of the command; empty if the watchdog stopped it. */
    private Optional<Integer> runOnce(Leadership leadership) throws InterruptedException, IOException {
        LeashedCommand command = start(leadership);
        try {
            int code = command.await();
            return command.stoppedByWatchdog() ? Optional.empty() : Optional.of(code);
        } catch (InterruptedException tenureEnded) {
            Optional<Integer> code = command.stop(leadership.endReason());
            if (code.isPresent() && !respawn) {
                // The command ended before the tenure did, so it must not run again in the next tenure.
                return code;
            }
            throw tenureEnded;
        } finally {
            setRunning(null);
        }
    }

    private synchronized LeashedCommand start(Leadership leadership) throws IOException {
        Optional<Path> hold = backend instanceof ProcessHolds holder ? Optional.of(holder.newHold()) : Optional.empty();
        LeashedCommand command = LeashedCommand.start(leash, leadership, hold);
        running = command;
        return command;
    }

    private synchronized void setRunning(@Nullable LeashedCommand command) {
        running = command;
    }

    /** After a freeze, the tenure may continue. The command restarts when there is time to stop it again. */
    private void awaitTimeToStop(Leadership leadership) throws InterruptedException {
        while (leadership.isValid() && leadership.remaining().compareTo(leash.grace()) <= 0) {
            TimeUnit.MILLISECONDS.sleep(leash.feedInterval().toMillis());
        }
    }
}
