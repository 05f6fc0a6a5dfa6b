package dev.baton.cli;

import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.spi.RunningCommand;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command on a leash, with a watchdog process next to it. The watchdog ends all processes of the command when this
 * process dies or freezes past the validity. See {@code leash.sh}.
 */
final class LeashedCommand {
    /** Linux ends a child together with the <em>thread</em> that started it, so this thread never ends. */
    private static final ExecutorService STARTER = NamedThreads.single("leash-starter");

    private static final ScheduledExecutorService FEEDER = NamedThreads.scheduler("leash-feeder");

    /** Time after which a watchdog counts as hung. */
    static final Duration WATCHDOG_DELAY = Duration.ofSeconds(1);

    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** Exit codes above this one contain the number of a signal. */
    private static final int SIGNAL = 128;

    /** The exit code of a command that was killed. */
    private static final int KILLED = 137;

    private final Process watchdog;
    private final LeashFiles files;
    private final ScheduledFuture<?> feeding;
    private final Duration grace;
    private final RunningCommand identity;
    private final CommandEnding ending;
    private volatile boolean interrupted;
    private volatile boolean opened;
    private volatile boolean gone;
    private volatile LeashReport lastReport = LeashReport.parse("");

    private LeashedCommand(
            Process watchdog,
            LeashFiles files,
            ScheduledFuture<?> feeding,
            Duration grace,
            RunningCommand identity,
            CommandEnding ending) {
        this.watchdog = watchdog;
        this.files = files;
        this.feeding = feeding;
        this.grace = grace;
        this.identity = identity;
        this.ending = ending;
    }

    /**
     * Starts all processes around the command of a tenure. The command itself starts with {@link #open}.
     *
     * @throws LeashEndedException if a signal ended them, or the watchdog because this process was frozen
     * @throws InterruptedException if this thread was interrupted; then nothing was started
     */
    static LeashedCommand prepare(Leash leash, Leadership leadership) throws IOException, InterruptedException {
        LeashFiles files = LeashFiles.create(firstDeadline(leadership));
        // From now on, because the start can take longer than the validity.
        ScheduledFuture<?> feeding = FEEDER.scheduleAtFixedRate(
                () -> feed(files, leadership), 0, leash.feedInterval().toMillis(), TimeUnit.MILLISECONDS);
        try {
            LeashScript script = LeashScript.create(leash.level());
            ProcessBuilder builder = script.watch(leash, leadership, files);
            Process watchdog = onStarterThread(builder);
            try {
                RunningCommand identity = script.withGroup(awaitReady(watchdog, files, leash.level()));
                CommandEnding ending = script.processes(files)
                        .<CommandEnding>map(processes -> new SearchEnding(watchdog, processes))
                        .orElseGet(() -> new NamespaceEnding(watchdog, identity));
                return new LeashedCommand(watchdog, files, feeding, leash.grace(), identity, ending);
            } catch (IOException | InterruptedException | RuntimeException | Error failed) {
                files.shutGate();
                watchdog.destroyForcibly();
                if (!leash.level().isNamespace()) {
                    script.processes(files).orElseThrow().kill();
                }
                throw failed;
            }
        } catch (IOException | InterruptedException | RuntimeException | Error failed) {
            feeding.cancel(false);
            files.close();
            throw failed;
        }
    }

    private static LeashDeadline firstDeadline(Leadership leadership) throws IOException {
        try {
            return LeashDeadline.of(leadership::remaining);
        } catch (UncheckedIOException unreadable) {
            throw new IOException(unreadable.getMessage(), unreadable);
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
                int code = watchdog.exitValue();
                String ended = "the leash of the command ended with exit code " + code
                        + " before the command started; try another --leash than " + level.option();
                boolean bySignal = code > SIGNAL || files.report().isStopping();
                throw bySignal ? new LeashEndedException(ended) : new IOException(ended);
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
        opened = true;
        files.openGate();
    }

    /** Ends all processes around a command that was not started. */
    void abandon() throws InterruptedException {
        files.shutGate();
        stop(Optional.of(EndReason.TAKEN_OVER));
    }

    /** Waits until the command and all its processes have ended, and returns the exit code. */
    int await() throws InterruptedException {
        long ended = 0;
        boolean known = false;
        while (!watchdog.waitFor(RETRY_NANOS, TimeUnit.NANOSECONDS)) {
            if (!known && hasEnded()) {
                known = true;
                ended = System.nanoTime();
            }
            if (known && System.nanoTime() - ended >= timeForWatchdog().toNanos()) {
                LOG.warn("the command has ended, but its watchdog has not; baton goes on without it");
                ending.kill();
                break;
            }
        }
        feeding.cancel(false);
        return finish();
    }

    /** Returns whether the command has ended; its descendants can still run. */
    private boolean hasEnded() {
        LeashReport report = files.report();
        return report.exitCode().isPresent()
                || identity.hasEnded()
                || report.command(identity).filter(RunningCommand::hasEnded).isPresent();
    }

    /** Returns how long the watchdog may take after the end of the command; without descendants it needs no grace. */
    private Duration timeForWatchdog() {
        return identity.hasEnded() ? WATCHDOG_DELAY : grace.plus(WATCHDOG_DELAY);
    }

    /** Returns whether the command ended before it was signalled. Final after {@link #await}. */
    boolean endedByItself() {
        return lastReport.endedByItself();
    }

    /** Returns whether it is proven that nothing of the command has run. Final after {@link #end}. */
    boolean neverStarted() {
        return !opened || (gone && lastReport.provesNoStart());
    }

    /** Returns the output of a captured command. */
    InputStream output() {
        return watchdog.getInputStream();
    }

    /** Sends a signal to the command's group. */
    void signal(String name) {
        interrupted |= name.equals("INT");
        OptionalLong group = files.report().runningGroup();
        if (group.isPresent() && watchdog.isAlive()) {
            try {
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "kill -s \"$0\" -- \"-$1\" || kill -s \"$0\" \"$1\"",
                                name,
                                group.getAsLong() + "")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .onExit()
                        .join();
            } catch (IOException | OutOfMemoryError noProcessOrThread) {
                // The command can use up all processes. The stop that follows most signals needs none.
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
        long left = Math.max(0, Math.min(grace.toMillis(), files.deadline().remainingMillis() - guard));
        if (interrupted && awaitWatchdog(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(left / 2))) {
            return;
        }
        long rest = interrupted ? left - left / 2 : left;
        long until = System.nanoTime()
                + Duration.ofMillis(rest).plus(ending.watchdogDelay()).toNanos();
        while (!ending.terminate() && System.nanoTime() - until < 0) {
            if (awaitWatchdog(System.nanoTime() + RETRY_NANOS)) {
                return;
            }
        }
        awaitWatchdog(until);
    }

    /** Waits until the watchdog has ended, and returns that; false when the time is over, or the claim by the wall clock. */
    private boolean awaitWatchdog(long untilNanos) throws InterruptedException {
        long left;
        while ((left = untilNanos - System.nanoTime()) > 0
                && System.currentTimeMillis() < files.deadline().wallMillis()) {
            if (watchdog.waitFor(Math.min(left, RETRY_NANOS), TimeUnit.NANOSECONDS)) {
                return true;
            }
        }
        return !watchdog.isAlive();
    }

    private int finish() throws InterruptedException {
        ending.awaitGone();
        gone = true;
        lastReport = files.report();
        files.close();
        // A watchdog can be frozen so that it does not even end when it is killed.
        return lastReport.exitCode().orElseGet(() -> watchdog.isAlive() ? KILLED : watchdog.exitValue());
    }

    /**
     * Kills the command unless it is proven that no process of it is left, and returns only then: neither a failure nor
     * an interrupt ends the wait, because the claim is released after it.
     */
    void end() {
        boolean wasInterrupted = false;
        while (!gone) {
            try {
                feeding.cancel(false);
                if (watchdog.isAlive()) {
                    ending.kill();
                }
                finish();
            } catch (InterruptedException again) {
                wasInterrupted = true;
            } catch (RuntimeException | Error failed) {
                LOG.warn("cannot end the command at the moment", failed);
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A failure must not end the feeding: it is a short one (no file descriptor, no memory) or the deadline ends the command. */
    private static void feed(LeashFiles files, Leadership leadership) {
        try {
            LeashDeadline deadline = LeashDeadline.of(leadership::remaining);
            if (leadership.isValid()) {
                files.extend(deadline);
            }
        } catch (RuntimeException | Error failed) {
            LOG.debug("cannot extend the deadline of the watchdog", failed);
        }
    }
}
