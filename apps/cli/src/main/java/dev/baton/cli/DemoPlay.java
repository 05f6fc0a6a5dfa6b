package dev.baton.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The course of the demo: faults of the leader, by a timer, by keys and by buttons, and what follows from them. */
final class DemoPlay {
    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final Duration RESTART_DELAY = Duration.ofMillis(1500);
    /** How long a fault lasts after the takeover, */
    private static final Duration FAULT_AFTER_TAKEOVER = Duration.ofSeconds(3);
    /** and how long without one. */
    private static final Duration LONGEST_FAULT = Duration.ofSeconds(15);

    private final List<DemoProcess> processes;
    private final DemoNetwork network;
    private final DemoFaultRequests requests;
    private final DemoTakeovers takeovers = new DemoTakeovers();
    private final Duration killInterval;
    private Duration untilKill;
    private long ledSince = System.nanoTime();
    private long faultSince;

    /**
     * @param firstKill how long the first leader leads
     * @param killInterval how long the others lead
     */
    DemoPlay(
            List<DemoProcess> processes,
            DemoNetwork network,
            DemoFaultRequests requests,
            Duration firstKill,
            Duration killInterval) {
        this.processes = processes;
        this.network = network;
        this.requests = requests;
        this.untilKill = firstKill;
        this.killInterval = killInterval;
    }

    String summary() {
        return takeovers.summary();
    }

    /** Runs with the started processes until it is stopped or unread, for the given time, or until the key q. */
    void run(DemoTable table, Optional<TerminalKeys> keys, Optional<Duration> length, CountDownLatch stopped)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        boolean quit = false;
        while (!quit && (length.isEmpty() || since(start).compareTo(length.get()) < 0)) {
            takeovers.check(processes).ifPresent(takeover -> {
                note(table, takeover);
                ledSince = System.nanoTime();
            });
            table.show(processes, takeovers.summary());
            if (obstacle().isEmpty() && since(ledSince).compareTo(untilKill) > 0) {
                inject(DemoFault.KILL, table);
            }
            Optional<DemoFaultRequests.Request> request = requests.next();
            if (request.isPresent()) {
                request.get().refusal().complete(inject(request.get().fault(), table));
            }
            repair(table);
            quit = keys.isPresent() ? act(keys.get().await(REDRAW.toMillis()), table) : pause(stopped);
            quit |= stopped.getCount() == 0 || table.isUnread();
        }
    }

    private static boolean pause(CountDownLatch stopped) throws InterruptedException {
        return stopped.await(REDRAW.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Does what a key means, and returns whether that is the end. */
    private boolean act(Optional<Character> key, DemoTable table) throws IOException, InterruptedException {
        Optional<DemoFault> fault = key.flatMap(DemoFault::withKey);
        if (fault.isPresent()) {
            inject(fault.get(), table).ifPresent(table::note);
        }
        return key.filter(typed -> typed == 'q').isPresent();
    }

    /** Injects a fault into the leader, and returns why not if it cannot. */
    private Optional<String> inject(DemoFault fault, DemoTable table) throws IOException, InterruptedException {
        Optional<String> obstacle = obstacle();
        Optional<DemoProcess> leader = leader();
        if (obstacle.isPresent() || leader.isEmpty()) {
            return obstacle;
        }
        String name = leader.get().name();
        switch (fault) {
            case KILL -> {
                leader.get().kill();
                note(table, "kill -9 of " + name);
            }
            case FREEZE -> {
                leader.get().freeze();
                note(table, "kill -STOP of " + name + ", whose lease ends after " + lease());
            }
            case CUT_OFF -> {
                leader.get().cutOff(network);
                note(table, "cut off " + name + ", whose lease ends after " + lease());
            }
        }
        untilKill = killInterval;
        faultSince = System.nanoTime();
        ledSince = faultSince;
        return Optional.empty();
    }

    /** With less than three processes, the next fault would leave no majority. */
    private Optional<String> obstacle() {
        return processes.stream()
                .filter(process -> !process.leads() && !process.isStandby())
                .findFirst()
                .map(process -> "not now: " + process.name() + " is " + process.state())
                .or(() -> leader().isPresent() ? Optional.empty() : Optional.of("not now: no process leads"));
    }

    /** Starts processes that are gone, and ends the fault of a process some time after another one leads. */
    private void repair(DemoTable table) throws IOException, InterruptedException {
        boolean isOver = ledSince > faultSince
                ? since(ledSince).compareTo(FAULT_AFTER_TAKEOVER) > 0
                : since(faultSince).compareTo(LONGEST_FAULT) > 0;
        for (DemoProcess process : processes) {
            if (process.hasBeenGoneFor(RESTART_DELAY)) {
                process.start();
            }
            if (process.isFrozen() && isOver) {
                process.resume();
                note(table, "kill -CONT of " + process.name());
            }
            if (process.isCutOff() && isOver) {
                process.reconnect(network);
                note(table, "reconnected " + process.name());
            }
        }
    }

    private void note(DemoTable table, String text) {
        table.note(text);
        requests.report(text);
    }

    private Optional<DemoProcess> leader() {
        return processes.stream().filter(DemoProcess::leads).max(Comparator.comparingLong(DemoProcess::epoch));
    }

    private static String lease() {
        return ShortDuration.exact(DemoProcess.LEASE);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
