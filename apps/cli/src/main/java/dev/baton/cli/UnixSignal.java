package dev.baton.cli;

import java.lang.reflect.Proxy;

/**
 * Handles signals of the operating system.
 *
 * <p>{@code sun.misc.Signal} is the only way that Java has. It is called by reflection, because the compiler's warning
 * about it cannot be turned off for one class.
 */
final class UnixSignal {

    private UnixSignal() {}

    /** Runs the action on a thread of its own whenever the process receives the signal. */
    static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxied = Proxy.newProxyInstance(
                    UnixSignal.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
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
