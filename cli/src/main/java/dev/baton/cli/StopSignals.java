package dev.baton.cli;

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

    /** Calls for SIGTSTP and SIGCONT, the two of job control. */
    static void tellOfPauses(Runnable pause, Runnable resume) {
        UnixSignal.handle("TSTP", pause);
        UnixSignal.handle("CONT", resume);
    }
}
