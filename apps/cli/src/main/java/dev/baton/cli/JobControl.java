package dev.baton.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Suspends the commands and this process on TSTP (Ctrl-Z), and resumes them on CONT. The watchdog ends the commands
 * before the validity ends.
 *
 * <p>A JVM handles signals on threads, so that a CONT can arrive before the TSTP that it follows has had an effect. Such a
 * CONT cancels the suspension: a process that stays suspended does not even obey TERM.
 */
final class JobControl {
    /** Stops its parent when it reads a line, and resumes it after another line. */
    static final List<String> STOP_PARENT = List.of(
            "sh",
            "-c",
            "read -r stop || exit 0; kill -s STOP \"$PPID\" || exit 1; read -r resume && kill -s CONT \"$PPID\"; exit 0");

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    /** How long a CONT that directly follows a TSTP may take to arrive. */
    private static final Duration SETTLE = Duration.ofMillis(100);
    /** The JVM may report signals that arrive together in either order. */
    private static final Duration TOGETHER = Duration.ofMillis(10);

    private final Consumer<String> commands;
    private final List<String> stopper;
    /** Held while the commands are being suspended or resumed: one change at a time. */
    private final Object change = new Object();

    private long continued;
    private long lastContinued = System.nanoTime() - TOGETHER.toNanos();

    /**
     * @param commands sends a signal to the commands
     * @param stopper the program that stops this process, in the manner of {@link #STOP_PARENT}
     */
    JobControl(Consumer<String> commands, List<String> stopper) {
        this.commands = commands;
        this.stopper = stopper;
    }

    /** Handles CONT. */
    void resume() {
        synchronized (this) {
            continued++;
            lastContinued = System.nanoTime();
            notifyAll();
        }
        synchronized (change) {
            commands.accept("CONT");
        }
    }

    /** Handles TSTP. Returns when this process has been resumed, or was not suspended. */
    void suspend() {
        if (ProcessHandle.current().pid() == 1) {
            LOG.warn("TSTP is ignored: process 1 of a pid namespace cannot be suspended");
            return;
        }
        try {
            long before = continuedBefore();
            synchronized (change) {
                if (!isContinuedWithin(SETTLE, before)) {
                    commands.accept("STOP");
                    try {
                        stopThisProcess(before);
                    } finally {
                        commands.accept("CONT");
                    }
                }
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void stopThisProcess(long before) throws InterruptedException {
        try {
            Process stopping = new ProcessBuilder(stopper)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            stopping.onExit().thenRun(this::wake);
            try (OutputStream lines = stopping.getOutputStream()) {
                if (!isContinuedWithin(Duration.ZERO, before)) {
                    writeLine(lines);
                    awaitContinued(before, stopping);
                    // The CONT may have been received before the stop had its effect.
                    writeLine(lines);
                }
            }
            stopping.waitFor();
        } catch (IOException | OutOfMemoryError noProcess) {
            LOG.debug("cannot suspend this process", noProcess);
        }
    }

    private static void writeLine(OutputStream lines) throws IOException {
        lines.write('\n');
        lines.flush();
    }

    /** Returns how many CONT came before a TSTP that has just been reported. */
    private synchronized long continuedBefore() {
        boolean together = System.nanoTime() - lastContinued < TOGETHER.toNanos();
        return together ? continued - 1 : continued;
    }

    private synchronized boolean isContinuedWithin(Duration time, long before) throws InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); continued == before && left > 0; left = until - System.nanoTime()) {
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
        return continued != before;
    }

    private synchronized void awaitContinued(long before, Process stopping) throws InterruptedException {
        while (continued == before && stopping.isAlive()) {
            wait();
        }
    }

    private synchronized void wake() {
        notifyAll();
    }
}
