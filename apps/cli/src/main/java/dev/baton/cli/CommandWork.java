package dev.baton.cli;

import dev.baton.LeaderWork;
import dev.baton.Leadership;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs the user's command in every tenure, and reports when it has ended by itself. */
final class CommandWork implements LeaderWork {
    private static final Duration RESPAWN_DELAY = Duration.ofSeconds(1);
    /** After so many starts in a row that a signal ended, the command counts as one that cannot be started. */
    private static final int MAX_ENDED_STARTS = 3;
    /** The first of the exit codes that a shell uses for a command that it could not run, or that was killed. */
    private static final int NOT_RUN = 126;

    private final Leash leash;
    private final boolean respawn;
    private final CommandHold hold;
    private final BooleanSupplier gate;
    private final Consumer<String> warnings;
    private final AtomicBoolean warned = new AtomicBoolean();
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private volatile @Nullable LeashedCommand running;

    /**
     * Creates the work.
     *
     * @param gate passed before every start, so that starts after the end of leadership are counted
     * @param warnings receives a sentence for the user
     */
    CommandWork(Leash leash, boolean respawn, CommandHold hold, BooleanSupplier gate, Consumer<String> warnings) {
        this.leash = leash;
        this.respawn = respawn;
        this.hold = hold;
        this.gate = gate;
        this.warnings = warnings;
    }

    /**
     * Completes with the exit code when the command has ended by itself and is not run again, or with the error if the
     * command could not be started.
     */
    CompletableFuture<Integer> exit() {
        return exit;
    }

    /** Sends a signal to the command if it runs. */
    void signal(String name) {
        LeashedCommand command = running;
        if (command != null) {
            command.signal(name);
        }
    }

    @Override
    public void run(Leadership leadership) throws Exception {
        int endedStarts = 0;
        while (gate.getAsBoolean() && leadership.isValid()) {
            long started = System.nanoTime();
            Optional<Integer> code;
            try {
                code = runOnce(leadership);
                endedStarts = 0;
            } catch (IOException notStarted) {
                boolean again = notStarted instanceof LeashEndedException && ++endedStarts < MAX_ENDED_STARTS;
                if (!again) {
                    if (leadership.isValid()) {
                        // Leading without the command would prevent it from running on another instance.
                        exit.completeExceptionally(notStarted);
                    }
                    return;
                }
                code = Optional.empty();
            }
            code.ifPresent(this::explain);
            if (code.isPresent() && !respawn) {
                exit.complete(code.get());
                return;
            }
            boolean quick = System.nanoTime() - started < RESPAWN_DELAY.toNanos();
            TimeUnit.MILLISECONDS.sleep(quick ? RESPAWN_DELAY.toMillis() : 0);
            awaitTimeToStop(leadership);
            if (code.isEmpty() && leadership.isValid()) {
                // Only now: if renewals failed, the leadership ended meanwhile, and nothing starts again.
                warnings.accept("the leash ended the command, and starts it again because leadership goes on: renewals"
                        + " were late or baton was frozen, its watchdog or runner was killed, or this machine has too many"
                        + " processes to search");
            }
        }
    }

    /** Returns the exit code of the command; empty if the watchdog stopped it. */
    private Optional<Integer> runOnce(Leadership leadership) throws InterruptedException, IOException {
        LeashedCommand command = LeashedCommand.prepare(leash, leadership);
        try {
            return runRecorded(command, leadership);
        } finally {
            running = null;
            // Whatever has failed: leadership is released when this returns.
            command.end();
            hold.clear(leadership, command.identity());
        }
    }

    private Optional<Integer> runRecorded(LeashedCommand command, Leadership leadership)
            throws InterruptedException, IOException {
        try {
            hold.record(leadership, command.identity());
        } catch (NoHoldException | InterruptedException refused) {
            command.abandon();
            throw refused;
        }
        running = command;
        command.open();
        try {
            int code = command.await();
            return command.endedByItself() ? Optional.of(code) : Optional.empty();
        } catch (InterruptedException tenureEnded) {
            Optional<Integer> code = command.stop(leadership.endReason());
            if (code.isPresent() && !respawn) {
                // The command ended before the tenure did, so it must not run again in the next tenure.
                return code;
            }
            throw tenureEnded;
        }
    }

    private void explain(int code) {
        boolean failed = code != 0 && code < NOT_RUN;
        if (failed && leash.level() == LeashLevel.USER_NAMESPACE && warned.compareAndSet(false, true)) {
            warnings.accept(
                    "the command failed with exit code " + code + " inside a user namespace, where sudo and other"
                            + " setuid programs do not work; if it needs them, use --leash=marker");
        }
    }

    /** After a freeze, the tenure may continue. The command restarts when there is time to stop it again. */
    private void awaitTimeToStop(Leadership leadership) throws InterruptedException {
        while (leadership.isValid() && leadership.remaining().compareTo(leash.grace()) <= 0) {
            TimeUnit.MILLISECONDS.sleep(leash.feedInterval().toMillis());
        }
    }
}
