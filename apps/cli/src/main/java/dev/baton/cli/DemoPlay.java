package dev.baton.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The course of the demo: faults of the leader, by a timer and by keys, and what follows from them. */
final class DemoPlay {
    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final Duration RESTART_DELAY = Duration.ofMillis(1500);
    /** A leader that is frozen while it writes to the store blocks its successor until it is resumed. */
    private static final Duration LONGEST_FREEZE = Duration.ofSeconds(15);

    private static final Duration FREEZE_AFTER_TAKEOVER = Duration.ofSeconds(3);

    private final List<DemoProcess> processes;
    private final DemoTakeovers takeovers = new DemoTakeovers();
    private final Duration killInterval;
    private Duration untilKill;
    private long ledSince = System.nanoTime();
    private long frozenSince;

    /**
     * @param firstKill how long the first leader leads
     * @param killInterval how long the others lead
     */
    DemoPlay(List<DemoProcess> processes, Duration firstKill, Duration killInterval) {
        this.processes = processes;
        this.untilKill = firstKill;
        this.killInterval = killInterval;
    }

    String summary() {
        return takeovers.summary();
    }

    /** Runs until it is stopped, for the given time, or until the key q. */
    void run(DemoTable table, Optional<TerminalKeys> keys, Optional<Duration> length, CountDownLatch stopped)
            throws IOException, InterruptedException {
        for (DemoProcess process : processes) {
            process.start();
        }
        long start = System.nanoTime();
        boolean quit = false;
        while (!quit && (length.isEmpty() || since(start).compareTo(length.get()) < 0)) {
            takeovers.check(processes).ifPresent(note -> {
                table.note(note);
                ledSince = System.nanoTime();
            });
            table.show(processes, takeovers.summary());
            // Without a standby, the killed process would only lead again.
            boolean standby = processes.stream().anyMatch(DemoProcess::isStandby);
            if (leader().isPresent() && standby && since(ledSince).compareTo(untilKill) > 0) {
                kill(table);
            }
            revive(table);
            quit = keys.isPresent() ? act(keys.get().await(REDRAW.toMillis()), table) : pause(stopped);
            quit |= stopped.getCount() == 0;
        }
    }

    private static boolean pause(CountDownLatch stopped) throws InterruptedException {
        return stopped.await(REDRAW.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Does what a key means, and returns whether that is the end. */
    private boolean act(Optional<Character> key, DemoTable table) throws IOException, InterruptedException {
        switch (key.orElse(' ')) {
            case 'k' -> kill(table);
            case 'f' -> freeze(table);
            case 'q' -> {
                return true;
            }
            default -> {}
        }
        return false;
    }

    private void kill(DemoTable table) {
        leader().ifPresent(leader -> {
            leader.kill();
            table.note("kill -9 of " + leader.name());
            untilKill = killInterval;
        });
        ledSince = System.nanoTime();
    }

    private void freeze(DemoTable table) throws IOException, InterruptedException {
        Optional<DemoProcess> leader = leader();
        if (leader.isPresent() && processes.stream().noneMatch(DemoProcess::isFrozen)) {
            leader.get().freeze();
            frozenSince = System.nanoTime();
            table.note("kill -STOP of " + leader.get().name() + "; its claim expires after "
                    + ShortDuration.exact(DemoProcess.VALIDITY));
        }
    }

    /** Starts processes that are gone, and resumes the frozen one when another leads. */
    private void revive(DemoTable table) throws IOException, InterruptedException {
        for (DemoProcess process : processes) {
            if (process.hasBeenGoneFor(RESTART_DELAY)) {
                process.start();
            }
            Duration limit = leader().isPresent() ? FREEZE_AFTER_TAKEOVER : LONGEST_FREEZE;
            long begin = leader().isPresent() ? Math.max(frozenSince, ledSince) : frozenSince;
            if (process.isFrozen() && since(begin).compareTo(limit) > 0) {
                process.resume();
                table.note("kill -CONT of " + process.name());
            }
        }
    }

    private Optional<DemoProcess> leader() {
        return processes.stream().filter(DemoProcess::leads).findFirst();
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
