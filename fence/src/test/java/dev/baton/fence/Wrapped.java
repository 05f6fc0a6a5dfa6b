package dev.baton.fence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections of a driver with one method replaced. */
final class Wrapped {

    private Wrapped() {}

    /** What is done instead of a method. */
    interface Instead {
        void run(Connection real) throws SQLException;
    }

    private interface Call {
        @Nullable
        Object on(Method method, Object[] arguments) throws Throwable;
    }

    /** Every connection is this one. */
    static DataSource source(Connection connection) {
        return proxy(DataSource.class, (method, arguments) -> connection);
    }

    /** Every connection is a new one, wrapped. */
    static DataSource source(DataSource source, String replaced, Instead instead) {
        return proxy(DataSource.class, (method, arguments) -> connection(source.getConnection(), replaced, instead));
    }

    static Connection connection(Connection real, String replaced, Instead instead) {
        return proxy(Connection.class, (method, arguments) -> {
            if (method.getName().equals(replaced)) {
                instead.run(real);
                return null;
            }
            return method.invoke(real, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                Wrapped.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return call.on(method, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }
}
