package dev.baton.cli;

import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.spi.CandidateTiming;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A command in a process group of its own, with a dead-man beside it that ends the whole group when this
 * process dies, stands still past the validity, or says so. See {@code leash.sh}.
 */
final class LeashedCommand {
    /** Linux ends a child with the <em>thread</em> that started it, so this one never ends. */
    private static final ExecutorService IMMORTAL = Executors.newSingleThreadExecutor(daemon("leash-starter"));

    private static final ScheduledExecutorService FEEDER =
            Executors.newSingleThreadScheduledExecutor(daemon("leash-feeder"));

    /** How much longer than the grace a dead-man may take before it counts as standing still. */
    static final Duration LATE = Duration.ofSeconds(1);

    private final Process process;
    private final LeashFiles files;
    private final WatchdogMessages news;
    private final ScheduledFuture<?> feeding;
    private final Duration grace;
    private volatile boolean deadmanLeftFirst;

    private LeashedCommand(Process process, LeashFiles files, Leadership leadership, Leash leash) {
        this.process = process;
        this.files = files;
        this.grace = leash.grace();
        this.news = new WatchdogMessages(files);
        this.feeding = FEEDER.scheduleAtFixedRate(
                () -> feed(leadership), 0, leash.feedEvery().toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * How a command is held.
     *
     * @param command the words of the command
     * @param grace how long it has between TERM and KILL
     * @param feedEvery how often the dead-man gets a new deadline
     * @param environment what it finds in its environment beside the reign's own variables
     * @param captured whether its output is read here, and it has no input, instead of both being ours
     */
    record Leash(
            List<String> command,
            Duration grace,
            Duration feedEvery,
            Map<String, String> environment,
            boolean captured) {

        Leash(List<String> command, Duration grace, Duration feedEvery) {
            this(command, grace, feedEvery, Map.of(), false);
        }

        /** One that fits these durations: fed often enough that a renewed claim is never taken for an old one. */
        static Leash fitting(CandidateTiming timing, List<String> command) {
            long quarter = timing.renewInterval().toMillis() / 4;
            return new Leash(command, timing.stopGrace(), Duration.ofMillis(Math.max(20, Math.min(500, quarter))));
        }

        Leash with(String name, String value) {
            return new Leash(command, grace, feedEvery, Map.of(name, value), captured);
        }
    }

    /**
     * Starts the command for a reign; {@code hold} is a file that is locked while any of it lives. An
     * interrupt waits: a command half started could not be stopped.
     */
    static LeashedCommand start(Leash leash, Leadership leadership, Optional<Path> hold) throws IOException {
        try {
            return CompletableFuture.supplyAsync(() -> startNow(leash, leadership, hold), IMMORTAL)
                    .join();
        } catch (CompletionException failed) {
            throw new IOException(
                    "could not start the command, because its leash needs a directory in "
                            + System.getProperty("java.io.tmpdir") + " (TMPDIR): " + failed.getCause(),
                    failed);
        }
    }

    private static LeashedCommand startNow(Leash leash, Leadership leadership, Optional<Path> hold) {
        LeashFiles files = LeashFiles.create();
        List<String> words = new ArrayList<>(List.of(
                "setsid",
                "sh",
                files.directory().resolve("leash.sh").toString(),
                "start",
                files.directory().toString(),
                hold.map(Path::toString).orElse(""),
                Long.toString(leash.grace().toMillis()),
                Long.toString(MachineUptime.deadline(leadership::remaining))));
        words.addAll(leash.command());
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        if (leash.captured()) {
            builder.redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.PIPE);
        }
        builder.environment().remove("BATON_INSTANCE_ID");
        // Within a command that is on a leash itself: the dead-man is nobody's stray.
        builder.environment().remove("BATON_LEASH");
        restoreLocale(builder.environment());
        builder.environment().put("BATON_ELECTION", leadership.election());
        builder.environment().put("BATON_EPOCH", Long.toString(leadership.epoch()));
        builder.environment().put("BATON_LEADER_ID", leadership.instanceId());
        builder.environment().putAll(leash.environment());
        try {
            return new LeashedCommand(builder.start(), files, leadership, leash);
        } catch (IOException failed) {
            files.close();
            throw new UncheckedIOException(failed);
        }
    }

    /** The launcher chose a locale for this process; the command gets the one that was there before. */
    private static void restoreLocale(Map<String, String> environment) {
        String before = environment.remove("BATON_LC_ALL");
        if ("unset".equals(before)) {
            environment.remove("LC_ALL");
        } else if (before != null) {
            environment.put("LC_ALL", before);
        }
    }

    /** Waits until the command has ended and nothing of its group is left; returns its exit code. */
    int await() throws InterruptedException {
        try {
            CompletableFuture.anyOf(process.onExit(), news.gone()).get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
        // The dead-man leaves first only when it stopped the command, or when somebody killed it.
        deadmanLeftFirst = news.gone().isDone() && process.isAlive();
        return finish();
    }

    /** Whether it ended because its dead-man did, or because no new deadline had come; known after the end. */
    boolean stoppedByDeadman() {
        return !news.endedByItself() && (deadmanLeftFirst || news.stoppedByDeadman());
    }

    /** The command's process, and the number of its group. */
    long pid() {
        return process.pid();
    }

    /** What it prints, when it is captured. */
    InputStream output() {
        return process.getInputStream();
    }

    /** Passes a signal on to the command's group. */
    void signal(String name) {
        files.send(name);
    }

    /**
     * Ends the command and all that belongs to it, with TERM and then KILL, and returns when that is done: the
     * command's own exit code if it had ended before anybody told it to.
     */
    Optional<Integer> stop(Optional<EndReason> reason) throws InterruptedException {
        feeding.cancel(false);
        if (reason.isPresent() && reason.get() == EndReason.TAKEN_OVER) {
            // Somebody else leads already: every moment the command lives on is one too many.
            files.send(Long.toString(MachineUptime.millis()));
        }
        int code = finish();
        return news.endedByItself() ? Optional.of(code) : Optional.empty();
    }

    private int finish() throws InterruptedException {
        feeding.cancel(false);
        files.closeDeadlines();
        process.onExit().thenRun(news::processEnded);
        awaitDeadman(grace.plus(LATE));
        if (!news.finished()) {
            killAll();
        }
        int code = process.waitFor();
        files.close();
        return code;
    }

    private void awaitDeadman(Duration atMost) throws InterruptedException {
        try {
            news.gone().get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            // It stands still; what it should have done is done in its place.
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** In the place of a dead-man that was killed or stands still; that one ends last, and frees the hold. */
    private void killAll() throws InterruptedException {
        try {
            new ProcessBuilder(
                            "sh",
                            files.directory().resolve("leash.sh").toString(),
                            "kill",
                            files.directory().toString(),
                            Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noShell) {
            process.destroyForcibly();
        }
        news.deadman().flatMap(ProcessHandle::of).ifPresent(ProcessHandle::destroyForcibly);
    }

    private void feed(Leadership leadership) {
        long deadline = MachineUptime.deadline(leadership::remaining);
        if (leadership.isValid()) {
            files.send(Long.toString(deadline));
        }
    }

    private static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
