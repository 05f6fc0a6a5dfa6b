package dev.baton.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Connections to a real server whose next statement can end by an error of the JVM. */
final class BrokenConnections implements ConnectionFactory {
    private final ConnectionFactory real;
    private final Map<String, Boolean> armed = new ConcurrentHashMap<>();
    private final Map<String, Integer> opened = new ConcurrentHashMap<>();

    BrokenConnections(ConnectionFactory real) {
        this.real = real;
    }

    /** Makes the next statement on a session for this use fail, as if there were no memory left. */
    void breakNext(String use) {
        armed.put(use, true);
    }

    /** Returns whether the statement has failed. */
    boolean hasBroken(String use) {
        return !armed.getOrDefault(use, true);
    }

    /** Returns how many sessions for this use were opened. */
    int opened(String use) {
        return opened.getOrDefault(use, 0);
    }

    @Override
    public Connection connect(String use) throws SQLException {
        Connection connection = real.connect(use);
        opened.merge(use, 1, Integer::sum);
        return (Connection) Proxy.newProxyInstance(
                BrokenConnections.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    boolean statement = method.getName().endsWith("Statement");
                    if (statement && armed.replace(use, true, false)) {
                        throw new OutOfMemoryError("test");
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }
}
