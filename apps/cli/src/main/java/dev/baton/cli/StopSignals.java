package dev.baton.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * TERM, INT and HUP as requests to stop. Not shutdown hooks: a process that ends in one of those exits with 143, but
 * {@code baton} exits with 0.
 */
final class StopSignals {

    private StopSignals() {}

    /** Calls the handler with the name of the signal. A second INT ends the process immediately. */
    static void handle(Consumer<String> stop) {
        AtomicInteger interrupts = new AtomicInteger();
        for (String name : new String[] {"TERM", "INT", "HUP"}) {
            UnixSignal.handle(name, () -> {
                if (name.equals("INT") && interrupts.incrementAndGet() > 1) {
                    Runtime.getRuntime().halt(130);
                }
                stop.accept(name);
            });
        }
    }

    /** Passes INT on to the commands, if there are any, and stops. */
    static void handle(Optional<Consumer<String>> commands, Runnable stop) {
        handle(name -> {
            if (name.equals("INT")) {
                commands.ifPresent(each -> each.accept("INT"));
            }
            stop.run();
        });
    }

    /** Translates the signals of job control, TSTP and CONT, into signals for the commands. */
    static void handleJobControl(Consumer<String> commands) {
        UnixSignal.handle("TSTP", () -> suspend(commands));
        UnixSignal.handle("CONT", () -> commands.accept("CONT"));
    }

    /** Suspends the commands and this process, on Ctrl-Z. The watchdog ends the commands before the validity ends. */
    private static void suspend(Consumer<String> commands) {
        commands.accept("STOP");
        try {
            new ProcessBuilder(List.of("sh", "-c", "kill -s STOP \"$PPID\""))
                    .inheritIO()
                    .start();
        } catch (IOException noShell) {
            commands.accept("CONT");
        }
    }
}
