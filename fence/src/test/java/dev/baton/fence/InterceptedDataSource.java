package dev.baton.fence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Data sources whose connections have one method replaced. */
final class InterceptedDataSource {

    private InterceptedDataSource() {}

    /** The replacement of a method. */
    interface Replacement {
        void run(Connection real) throws SQLException;
    }

    private interface Call {
        @Nullable
        Object on(Method method, Object[] arguments) throws Throwable;
    }

    /** Returns a source that always returns this connection. */
    static DataSource source(Connection connection) {
        return proxy(DataSource.class, (method, arguments) -> connection);
    }

    /** Returns a source whose connections are new ones with a method replaced. */
    static DataSource source(DataSource source, String method, Replacement replacement) {
        return proxy(DataSource.class, (called, arguments) -> connection(source.getConnection(), method, replacement));
    }

    static Connection connection(Connection real, String method, Replacement replacement) {
        return proxy(Connection.class, (called, arguments) -> {
            if (called.getName().equals(method)) {
                replacement.run(real);
                return null;
            }
            return called.invoke(real, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                InterceptedDataSource.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return call.on(method, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }
}
