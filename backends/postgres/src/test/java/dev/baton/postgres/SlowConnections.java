package dev.baton.postgres;

import dev.baton.testkit.ManualClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Connections on which each request and each reply takes a second of a clock that the test owns. */
final class SlowConnections implements ConnectionFactory {
    private static final Duration DELAY = Duration.ofSeconds(1);

    private final ConnectionFactory real;
    private final ManualClock clock;
    private final Map<String, Long> sentAt = new ConcurrentHashMap<>();

    SlowConnections(ConnectionFactory real, ManualClock clock) {
        this.real = real;
        this.clock = clock;
    }

    /** Returns when the last statement with this text was sent on the sessions for this use. */
    long sentAt(String use, String sql) {
        return sentAt.getOrDefault(use + sql, Long.MIN_VALUE);
    }

    @Override
    public Connection connect(String use) throws SQLException {
        Connection connection = real.connect(use);
        return (Connection) Proxy.newProxyInstance(
                SlowConnections.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    Object result = call(connection, method, arguments);
                    return result instanceof PreparedStatement statement ? slow(statement, use + arguments[0]) : result;
                });
    }

    private PreparedStatement slow(PreparedStatement statement, String key) {
        return (PreparedStatement) Proxy.newProxyInstance(
                SlowConnections.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (self, method, arguments) -> {
                    if (!method.getName().startsWith("execute")) {
                        return call(statement, method, arguments);
                    }
                    sentAt.put(key, clock.nanos());
                    clock.advance(DELAY);
                    Object result = call(statement, method, arguments);
                    clock.advance(DELAY);
                    return result;
                });
    }

    private static Object call(Object target, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
