package dev.baton.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Connections that the application opens. A pool that gets one back would give it to the application's own statements, with
 * the store's limits, listeners and locks. So the driver's connection is closed first, and the pool gets back one that it
 * must replace.
 */
record ApplicationConnections(ConnectionSource source) implements ConnectionSource {
    /** By name: all but PostgreSQL's are optional. */
    private static final List<String> DRIVERS = List.of(
            "org.postgresql.jdbc.PgConnection", "org.mariadb.jdbc.Connection", "com.mysql.cj.jdbc.JdbcConnection");

    @Override
    public Connection open() throws SQLException {
        Connection connection = source.open();
        Optional<Connection> driver = driverOf(connection).filter(own -> own != connection);
        return driver.isEmpty()
                ? connection
                : (Connection) Proxy.newProxyInstance(
                        ApplicationConnections.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        new Pooled(connection, driver.get()));
    }

    /** Returns the connection of the driver behind a wrapper; empty if the driver is unknown. */
    private static Optional<Connection> driverOf(Connection connection) throws SQLException {
        for (String name : DRIVERS) {
            Optional<Class<?>> type = type(name);
            if (type.isPresent() && connection.isWrapperFor(type.get())) {
                return Optional.of((Connection) connection.unwrap(type.get()));
            }
        }
        return Optional.empty();
    }

    private static Optional<Class<?>> type(String name) {
        try {
            return Optional.of(Class.forName(name));
        } catch (ClassNotFoundException absent) {
            return Optional.empty();
        }
    }

    /** Passes all calls on, and ends the session with the connection. */
    private record Pooled(Connection connection, Connection driver) implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().equals("close")) {
                close();
                return null;
            }
            try {
                return method.invoke(connection, arguments);
            } catch (InvocationTargetException failed) {
                throw failed.getCause() == null ? failed : failed.getCause();
            }
        }

        private void close() throws SQLException {
            try {
                driver.close();
            } finally {
                connection.close();
            }
        }
    }
}
