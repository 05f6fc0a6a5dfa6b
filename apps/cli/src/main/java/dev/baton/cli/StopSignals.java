package dev.baton.cli;

import dev.baton.support.thread.NamedThreads;
import java.lang.reflect.Proxy;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * TERM, INT and HUP as requests to stop. Not shutdown hooks: a process that ends in one of those exits with 143, but
 * {@code baton} exits with 0.
 */
final class StopSignals {
    /** Kept by a signal that ends the process, so that whatever follows {@link #handle} does not begin. */
    private static final Object PHASE = new Object();

    private static OptionalInt exitCode = OptionalInt.empty();
    private static Consumer<String> action = name -> {};
    private static volatile Runnable atExit = () -> {};

    private StopSignals() {}

    /**
     * Makes a signal end the process with the given exit code, until {@link #handle} is called: for the time in which
     * there is nothing to stop, for example while the store does not answer the first request.
     */
    static void exitWith(int code) {
        synchronized (PHASE) {
            exitCode = OptionalInt.of(code);
        }
        receive();
    }

    /** Calls the handler with the name of the signal. A second INT ends the process immediately. */
    static void handle(Consumer<String> stop) {
        AtomicInteger interrupts = new AtomicInteger();
        synchronized (PHASE) {
            exitCode = OptionalInt.empty();
            action = name -> {
                if (name.equals("INT") && interrupts.incrementAndGet() > 1) {
                    atExit.run();
                    Runtime.getRuntime().halt(130);
                }
                stop.accept(name);
            };
        }
        receive();
    }

    /** Runs the action when the process ends, also by a second INT. It can run more than once. */
    static void atExit(Runnable restore) {
        Runnable others = atExit;
        atExit = () -> {
            restore.run();
            others.run();
        };
        Runtime.getRuntime().addShutdownHook(NamedThreads.daemon("baton-exit", restore));
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
        JobControl control = new JobControl(commands, JobControl.STOP_PARENT);
        onSignal("TSTP", control::suspend);
        onSignal("CONT", control::resume);
    }

    private static void receive() {
        for (String name : new String[] {"TERM", "INT", "HUP"}) {
            onSignal(name, () -> current(name).accept(name));
        }
    }

    private static Consumer<String> current(String name) {
        synchronized (PHASE) {
            exitCode.ifPresent(code -> {
                if (code != ExitCode.DONE) {
                    System.err.println("baton: stopped by " + name);
                }
                CommandContext.flushErrors();
                System.exit(code);
            });
            return action;
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
