package dev.baton.cli;

import dev.baton.LeaderWork;
import dev.baton.Leadership;
import dev.baton.cli.LeashedCommand.Leash;
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

/** Runs the user's command in every reign, and tells when it has ended by itself. */
final class CommandWork implements LeaderWork {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Leash leash;
    private final boolean respawn;
    private final Backend backend;
    private final BooleanSupplier gate;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private @Nullable LeashedCommand running;

    CommandWork(Leash leash, boolean respawn, Backend backend) {
        this(leash, respawn, backend, () -> true);
    }

    /** @param gate what the command is started through, so that starts that came too late are counted */
    CommandWork(Leash leash, boolean respawn, Backend backend, BooleanSupplier gate) {
        this.leash = leash;
        this.respawn = respawn;
        this.backend = backend;
        this.gate = gate;
    }

    /** The command's own exit code, once it ended by itself and is not to be run again; or why it never began. */
    CompletableFuture<Integer> exit() {
        return exit;
    }

    /** Passes a signal on to the command, if it runs; to one that is being started, when it has been. */
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
                // Leading without the command would keep it from running anywhere.
                exit.completeExceptionally(notStarted);
                return;
            }
            if (code.isPresent() && !respawn) {
                exit.complete(code.get());
                return;
            }
            boolean quick = System.nanoTime() - started < SOON.toNanos();
            TimeUnit.MILLISECONDS.sleep(quick ? SOON.toMillis() : 0);
            awaitRoom(leadership);
        }
    }

    /** The command's own exit code; empty when the dead-man had stopped it. */
    private Optional<Integer> runOnce(Leadership leadership) throws InterruptedException, IOException {
        LeashedCommand command = start(leadership);
        try {
            int code = command.await();
            return command.stoppedByDeadman() ? Optional.empty() : Optional.of(code);
        } catch (InterruptedException ended) {
            Optional<Integer> own = command.stop(leadership.endReason());
            if (own.isPresent() && !respawn) {
                // It was done before the reign was: doing it again would be once too often.
                return own;
            }
            throw ended;
        } finally {
            forget();
        }
    }

    private synchronized LeashedCommand start(Leadership leadership) throws IOException {
        LeashedCommand command = LeashedCommand.start(leash, leadership, newHold());
        running = command;
        return command;
    }

    private synchronized void forget() {
        running = null;
    }

    /** After a freeze the reign may go on; the command starts again once there is time to stop it again. */
    private void awaitRoom(Leadership leadership) throws InterruptedException {
        while (leadership.isValid() && leadership.remaining().compareTo(leash.grace()) <= 0) {
            TimeUnit.MILLISECONDS.sleep(leash.feedEvery().toMillis());
        }
    }

    private Optional<Path> newHold() {
        return backend instanceof ProcessHolds holder ? Optional.of(holder.newHold()) : Optional.empty();
    }
}
