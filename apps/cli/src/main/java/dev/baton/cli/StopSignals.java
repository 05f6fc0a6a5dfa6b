package dev.baton.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * TERM, INT and HUP as a wish to stop. A shutdown hook would not do: a process that ends in one exits
 * with 143, and ours exits with 0.
 */
final class StopSignals {

    private StopSignals() {}

    /** Tells the first of them by its name; a second INT ends the process at once. */
    static void tell(Consumer<String> stop) {
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

    /** Passes on SIGTSTP and SIGCONT, the two of job control, as the signals that a command should get. */
    static void tellOfPauses(Consumer<String> signal) {
        UnixSignal.handle("TSTP", () -> pause(signal));
        UnixSignal.handle("CONT", () -> signal.accept("CONT"));
    }

    /** Ctrl-Z: the command stands still with us; the dead-man ends it when the validity does. */
    private static void pause(Consumer<String> signal) {
        signal.accept("STOP");
        try {
            new ProcessBuilder(List.of("sh", "-c", "kill -s STOP \"$PPID\""))
                    .inheritIO()
                    .start();
        } catch (IOException noShell) {
            signal.accept("CONT");
        }
    }
}
