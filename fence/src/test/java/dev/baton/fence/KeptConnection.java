package dev.baton.fence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A pool of one connection, which shows in which state it was given back. */
record KeptConnection(Connection connection) implements AutoCloseable {

    KeptConnection(DataSource source) throws SQLException {
        this(source.getConnection());
    }

    DataSource source() {
        Connection unclosed = proxy(
                Connection.class,
                (method, arguments) -> method.getName().equals("close") ? null : method.invoke(connection, arguments));
        return proxy(DataSource.class, (method, arguments) -> unclosed);
    }

    private interface Call {
        @Nullable
        Object on(Method method, Object[] arguments) throws IllegalAccessException, InvocationTargetException;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                KeptConnection.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return call.on(method, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
