package dev.baton.cli;

import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.support.process.MachineUptime;
import dev.baton.support.thread.NamedThreads;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A command in a process group of its own, with a watchdog process next to it. The watchdog ends the whole group when
 * this process dies, freezes past the validity, or requests it. See {@code leash.sh}.
 */
final class LeashedCommand {
    /** Linux ends a child together with the <em>thread</em> that started it, so this thread never ends. */
    private static final ExecutorService STARTER = NamedThreads.single("leash-starter");

    private static final ScheduledExecutorService FEEDER = NamedThreads.scheduler("leash-feeder");

    /** Time after the stop grace at which a watchdog counts as hung. */
    static final Duration WATCHDOG_DELAY = Duration.ofSeconds(1);

    private final Process process;
    private final Watchdog watchdog;
    private final ScheduledFuture<?> feeding;
    private final Duration grace;
    private volatile boolean watchdogExitedFirst;

    private LeashedCommand(Process process, Watchdog watchdog, Leadership leadership, Leash leash) {
        this.process = process;
        this.watchdog = watchdog;
        this.grace = leash.grace();
        watchdog.start();
        this.feeding = FEEDER.scheduleAtFixedRate(
                () -> feed(leadership), 0, leash.feedInterval().toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Starts the command for a tenure. Not interruptible, because a command that is half started could not be stopped.
     *
     * @param hold a file that stays locked while any process of the command lives
     */
    static LeashedCommand start(Leash leash, Leadership leadership, Optional<Path> hold) throws IOException {
        try {
            return CompletableFuture.supplyAsync(() -> startNow(leash, leadership, hold), STARTER)
                    .join();
        } catch (CompletionException failed) {
            throw new IOException(
                    "cannot start the command: its leash needs a directory in " + System.getProperty("java.io.tmpdir")
                            + " (TMPDIR): " + failed.getCause(),
                    failed);
        }
    }

    private static LeashedCommand startNow(Leash leash, Leadership leadership, Optional<Path> hold) {
        Watchdog watchdog = Watchdog.create();
        List<String> words = watchdog.script(
                "start",
                hold.map(Path::toString).orElse(""),
                Long.toString(leash.grace().toMillis()),
                Long.toString(MachineUptime.deadline(leadership::remaining)));
        words.add(0, "setsid");
        words.addAll(leash.command());
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        if (leash.captured()) {
            builder.redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.PIPE);
        }
        Map<String, String> environment = builder.environment();
        environment.remove("BATON_INSTANCE_ID");
        // If baton itself runs on a leash, the inner watchdog must not be found as a descendant of the outer command.
        environment.remove("BATON_LEASH");
        restoreLocale(environment);
        environment.put("BATON_ELECTION", leadership.election());
        environment.put("BATON_EPOCH", Long.toString(leadership.epoch()));
        environment.put("BATON_LEADER_ID", leadership.instanceId());
        environment.putAll(leash.environment());
        try {
            return new LeashedCommand(builder.start(), watchdog, leadership, leash);
        } catch (IOException failed) {
            watchdog.close();
            throw new UncheckedIOException(failed);
        }
    }

    /** Restores the locale that the launcher replaced for this process. */
    private static void restoreLocale(Map<String, String> environment) {
        String before = environment.remove("BATON_LC_ALL");
        if ("unset".equals(before)) {
            environment.remove("LC_ALL");
        } else if (before != null) {
            environment.put("LC_ALL", before);
        }
    }

    /** Waits until the command and its group have ended, and returns the exit code. */
    int await() throws InterruptedException {
        result(CompletableFuture.anyOf(process.onExit(), watchdog.exited()));
        // The watchdog exits first only if it stopped the command, or was killed.
        watchdogExitedFirst = watchdog.exited().isDone() && process.isAlive();
        return finish();
    }

    /** Returns whether the watchdog stopped the command, or the command ended because the watchdog did. */
    boolean stoppedByWatchdog() {
        return !watchdog.endedByItself() && (watchdogExitedFirst || watchdog.stoppedAtDeadline());
    }

    /** Returns the pid of the command, which is also its process group. */
    long pid() {
        return process.pid();
    }

    /** Returns the output of a captured command. */
    InputStream output() {
        return process.getInputStream();
    }

    /** Sends a signal to the command's group. */
    void signal(String name) {
        watchdog.send(name);
    }

    /**
     * Ends the command and its descendants with TERM and then KILL, and waits for that.
     *
     * @return the exit code, if the command had ended by itself before
     */
    Optional<Integer> stop(Optional<EndReason> reason) throws InterruptedException {
        feeding.cancel(false);
        if (reason.isPresent() && reason.get() == EndReason.TAKEN_OVER) {
            // Another instance leads already, so the command gets no grace.
            watchdog.send(Long.toString(MachineUptime.millis()));
        }
        int code = finish();
        return watchdog.endedByItself() ? Optional.of(code) : Optional.empty();
    }

    private int finish() throws InterruptedException {
        feeding.cancel(false);
        watchdog.closeDeadlines();
        process.onExit().thenRun(watchdog::processEnded);
        long timeout = grace.plus(WATCHDOG_DELAY).toMillis();
        result(watchdog.exited().copy().completeOnTimeout(null, timeout, TimeUnit.MILLISECONDS));
        if (!watchdog.finished()) {
            killAll();
        }
        int code = process.waitFor();
        watchdog.close();
        return code;
    }

    /** Returns the result of a future that never fails. */
    static <T> T result(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Does the work of a watchdog that was killed or hangs. The watchdog is ended last, because that frees the hold. */
    private void killAll() throws InterruptedException {
        try {
            new ProcessBuilder(watchdog.script("kill", Long.toString(process.pid())))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noShell) {
            process.destroyForcibly();
        }
        watchdog.process().ifPresent(ProcessHandle::destroyForcibly);
    }

    private void feed(Leadership leadership) {
        long deadline = MachineUptime.deadline(leadership::remaining);
        if (leadership.isValid()) {
            watchdog.send(Long.toString(deadline));
        }
    }
}
