package dev.baton.cli;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
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
            onSignal(name, () -> {
                if (name.equals("INT") && interrupts.incrementAndGet() > 1) {
                    Runtime.getRuntime().halt(130);
                }
                stop.accept(name);
            });
        }
    }

    /** Passes INT on to the commands and stops. */
    static void handle(Consumer<String> commands, Runnable stop) {
        handle(name -> {
            if (name.equals("INT")) {
                commands.accept("INT");
            }
            stop.run();
        });
    }

    /** Translates the signals of job control, TSTP and CONT, into signals for the commands. */
    static void handleJobControl(Consumer<String> commands) {
        onSignal("TSTP", () -> suspend(commands));
        onSignal("CONT", () -> commands.accept("CONT"));
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

    /**
     * Runs the action on a thread of its own whenever the process receives the signal.
     *
     * <p>{@code sun.misc.Signal} is the only way that Java has. It is called by reflection, because the compiler's
     * warning about it cannot be turned off for one class.
     */
    private static void onSignal(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxied = Proxy.newProxyInstance(
                    StopSignals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        action.run();
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxied);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException(
                    "cannot handle signal " + name + "; baton needs the module jdk.unsupported", missing);
        }
    }
}
