package dev.baton.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/** Connections to a real server whose results of one query are altered, to simulate other servers. */
final class AlteredConnections implements ConnectionFactory {
    private final ConnectionFactory real;
    private final String sqlPart;
    private final Alteration alteration;

    /** Replaces the value of a column. */
    interface Alteration {
        Object apply(int column, Object value);
    }

    /** Alters every number in the results of statements that contain the given text. */
    AlteredConnections(ConnectionFactory real, String sqlPart, Alteration alteration) {
        this.real = real;
        this.sqlPart = sqlPart;
        this.alteration = alteration;
    }

    @Override
    public Connection connect(String use) throws java.sql.SQLException {
        Connection connection = real.connect(use);
        return proxy(Connection.class, connection, (method, arguments, result) -> {
            boolean matches = method.getName().equals("prepareStatement")
                    && String.valueOf(arguments[0]).contains(sqlPart);
            return matches ? proxy(PreparedStatement.class, result, (called, none, rows) -> altered(rows)) : result;
        });
    }

    private Object altered(Object result) {
        return result instanceof ResultSet
                ? proxy(
                        ResultSet.class,
                        result,
                        (method, arguments, value) -> method.getName().equals("getInt")
                                        || method.getName().equals("getLong")
                                ? alteration.apply((Integer) arguments[0], value)
                                : value)
                : result;
    }

    private interface After {
        Object call(Method method, Object[] arguments, Object result);
    }

    private static <T> T proxy(Class<T> type, Object target, After after) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Object[] given = arguments == null ? new Object[0] : arguments;
            try {
                @Nullable Object result = method.invoke(target, given);
                return result == null ? null : after.call(method, given, result);
            } catch (InvocationTargetException failed) {
                throw failed.getCause() == null ? failed : failed.getCause();
            }
        };
        return type.cast(
                Proxy.newProxyInstance(AlteredConnections.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
