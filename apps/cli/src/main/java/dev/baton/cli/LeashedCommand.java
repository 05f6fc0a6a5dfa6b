package dev.baton.cli;

import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.spi.RunningCommand;
import dev.baton.support.process.MachineUptime;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A command on a leash, with a watchdog process next to it. The watchdog ends all processes of the command when this
 * process dies or freezes past the validity. See {@code leash.sh}.
 */
final class LeashedCommand {
    /** Linux ends a child together with the <em>thread</em> that started it, so this thread never ends. */
    /** The exit code of a process that was killed. */
    private static final int KILLED = 137;

    private static final ExecutorService STARTER = NamedThreads.single("leash-starter");

    private static final ScheduledExecutorService FEEDER = NamedThreads.scheduler("leash-feeder");

    /** Time after which a watchdog counts as hung. */
    static final Duration WATCHDOG_DELAY = Duration.ofSeconds(1);

    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    private final Process watchdog;
    private final LeashFiles files;
    private final ScheduledFuture<?> feeding;
    private final Duration grace;
    private final RunningCommand identity;
    private final CommandEnding ending;
    private volatile boolean interrupted;
    private volatile LeashReport lastReport = LeashReport.parse("");

    private LeashedCommand(
            Process watchdog,
            LeashFiles files,
            Leash leash,
            Leadership leadership,
            RunningCommand identity,
            CommandEnding ending) {
        this.watchdog = watchdog;
        this.files = files;
        this.grace = leash.grace();
        this.identity = identity;
        this.ending = ending;
        this.feeding = FEEDER.scheduleAtFixedRate(
                () -> feed(leadership), 0, leash.feedInterval().toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Starts all processes around the command of a tenure. The command itself starts with {@link #open}.
     *
     * @throws InterruptedException if this thread was interrupted; then nothing was started
     */
    static LeashedCommand prepare(Leash leash, Leadership leadership) throws IOException, InterruptedException {
        LeashFiles files = LeashFiles.create(MachineUptime.deadline(leadership::remaining));
        try {
            LeashScript script = LeashScript.create(leash.level());
            ProcessBuilder builder = script.watch(leash, leadership, files);
            Process watchdog = onStarterThread(builder);
            try {
                RunningCommand identity = awaitReady(watchdog, files, leash.level());
                CommandEnding ending = leash.level().isNamespace()
                        ? new NamespaceEnding(watchdog, identity)
                        : new SearchEnding(watchdog, script, files);
                return new LeashedCommand(watchdog, files, leash, leadership, identity, ending);
            } catch (IOException | InterruptedException failed) {
                files.shutGate();
                watchdog.destroyForcibly();
                if (!leash.level().isNamespace()) {
                    script.kill("").start();
                }
                throw failed;
            }
        } catch (IOException | InterruptedException failed) {
            files.close();
            throw failed;
        }
    }

    private static Process onStarterThread(ProcessBuilder builder) throws IOException {
        try {
            return CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return builder.start();
                                } catch (IOException failed) {
                                    throw new CompletionException(failed);
                                }
                            },
                            STARTER)
                    .join();
        } catch (CompletionException failed) {
            throw new IOException("cannot start the watchdog of the command: " + failed.getCause(), failed);
        }
    }

    /** Returns the process whose end proves the end of the command: init, or the watchdog that searches for the others. */
    private static RunningCommand awaitReady(Process watchdog, LeashFiles files, LeashLevel level)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!files.report().isReady()) {
            if (watchdog.waitFor(1, TimeUnit.MILLISECONDS)) {
                throw new IOException("the leash of the command ended with exit code " + watchdog.exitValue()
                        + " before the command started; try another --leash than " + level.option());
            }
            if (System.nanoTime() - start > LONGEST_START.toNanos()) {
                throw new IOException(
                        "the leash of the command did not start within " + LONGEST_START.toSeconds() + " s");
            }
        }
        long pid = level.isNamespace() ? files.report().init().orElse(0L) : watchdog.pid();
        return RunningCommand.ofPid(pid)
                .orElseThrow(
                        () -> new IOException("process " + pid + ", which holds the command, is not visible in /proc"));
    }

    /** Returns the process whose end proves that the command has ended. */
    RunningCommand identity() {
        return identity;
    }

    /** Starts the command. */
    void open() {
        files.openGate();
    }

    /** Ends all processes around a command that was not started. */
    void abandon() throws InterruptedException {
        files.shutGate();
        stop(Optional.of(EndReason.TAKEN_OVER));
    }

    /** Waits until the command and all its processes have ended, and returns the exit code. */
    int await() throws InterruptedException {
        watchdog.waitFor();
        feeding.cancel(false);
        return finish();
    }

    /** Returns whether the command ended before it was signalled. Final after {@link #await}. */
    boolean endedByItself() {
        return lastReport.endedByItself();
    }

    /** Returns the output of a captured command. */
    InputStream output() {
        return watchdog.getInputStream();
    }

    /** Sends a signal to the command's group. */
    void signal(String name) {
        interrupted |= name.equals("INT");
        Optional<Long> group = files.report().command();
        if (group.isPresent() && watchdog.isAlive()) {
            try {
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "kill -s \"$0\" -- \"-$1\" || kill -s \"$0\" \"$1\"",
                                name,
                                group.get() + "")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .onExit()
                        .join();
            } catch (IOException noShell) {
                // The stop that follows most signals works without a shell.
            }
        }
    }

    /**
     * Ends the command and its descendants with TERM and then KILL, and waits for that.
     *
     * @return the exit code, if the command had ended by itself before
     */
    Optional<Integer> stop(Optional<EndReason> reason) throws InterruptedException {
        feeding.cancel(false);
        boolean ended = files.report().endedByItself();
        if (reason.isEmpty() || reason.get() != EndReason.TAKEN_OVER) {
            terminateWithGrace();
        }
        // If another instance leads already, the command gets no grace.
        if (watchdog.isAlive()) {
            ending.kill();
        }
        int code = finish();
        return ended ? Optional.of(code) : Optional.empty();
    }

    private void terminateWithGrace() throws InterruptedException {
        long guard = Math.min(100, grace.toMillis() / 4);
        long left = Math.max(0, Math.min(grace.toMillis(), files.deadline() - guard - MachineUptime.millis()));
        if (interrupted && watchdog.waitFor(left / 2, TimeUnit.MILLISECONDS)) {
            return;
        }
        ending.terminate();
        long rest = interrupted ? left - left / 2 : left;
        watchdog.waitFor(rest + ending.watchdogDelay().toMillis(), TimeUnit.MILLISECONDS);
    }

    private int finish() throws InterruptedException {
        ending.awaitGone();
        lastReport = files.report();
        files.close();
        // A watchdog can be frozen so that it does not even end when it is killed.
        return lastReport.exitCode().orElseGet(() -> watchdog.isAlive() ? KILLED : watchdog.exitValue());
    }

    private void feed(Leadership leadership) {
        long deadline = MachineUptime.deadline(leadership::remaining);
        if (leadership.isValid()) {
            files.extend(deadline);
        }
    }
}
