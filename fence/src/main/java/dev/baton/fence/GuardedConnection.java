package dev.baton.fence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connection that guarded work gets. It refuses everything that would end the guarded transaction, and with it the
 * guard. Savepoints work. Every statement, result and description that comes from it leads back to it, and not to the
 * connection behind it.
 */
final class GuardedConnection {
    private static final Set<String> ENDING =
            Set.of("commit", "setAutoCommit", "close", "beginRequest", "endRequest", "setTransactionIsolation");

    private static final List<Class<?>> WRAPPED = List.of(
            CallableStatement.class, PreparedStatement.class, Statement.class, ResultSet.class, DatabaseMetaData.class);

    private final Connection real;
    private final Runnable beforeSend;
    private final Connection guarded;
    private boolean doubtful;

    /**
     * Wraps a connection whose transaction is guarded.
     *
     * @param beforeSend called before each statement; throws if nothing may be sent any more
     */
    GuardedConnection(Connection real, Runnable beforeSend) {
        this.real = real;
        this.beforeSend = beforeSend;
        this.guarded = proxy(Connection.class, real);
    }

    /** Returns the connection for the work. */
    Connection connection() {
        return guarded;
    }

    /** Returns whether the work used something that may have ended the transaction without being seen. */
    boolean isDoubtful() {
        return doubtful;
    }

    private <T> T proxy(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                GuardedConnection.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) ->
                        call(self, target, method, arguments == null ? new Object[0] : arguments)));
    }

    private @Nullable Object call(Object self, Object target, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (method.getDeclaringClass() == Object.class && name.equals("equals")) {
            return self == arguments[0];
        }
        if (method.getDeclaringClass() == Wrapper.class) {
            return unwrap(self, (Wrapper) target, name, (Class<?>) arguments[0]);
        }
        if (target == real && (ENDING.contains(name) || (name.equals("rollback") && arguments.length == 0))) {
            throw refusal(name + "()");
        }
        if (arguments.length > 0 && arguments[0] instanceof String sql && takesSql(target, name)) {
            check(sql);
        }
        if (name.startsWith("execute")) {
            beforeSend.run();
        }
        try {
            return wrapped(method.invoke(target, arguments));
        } catch (InvocationTargetException failed) {
            throw failed.getCause() == null ? failed : failed.getCause();
        }
    }

    private static boolean takesSql(Object target, String name) {
        return target instanceof Connection
                ? name.startsWith("prepare")
                : target instanceof Statement && (name.startsWith("execute") || name.equals("addBatch"));
    }

    private void check(String sql) {
        TransactionControl control = TransactionControl.of(sql);
        if (control.ends()) {
            throw refusal("the statement \"" + sql + "\"");
        }
        doubtful |= control.isDoubtful();
    }

    private @Nullable Object wrapped(@Nullable Object result) {
        if (result == real) {
            return guarded;
        }
        for (Class<?> type : WRAPPED) {
            if (type.isInstance(result)) {
                return proxy(type, result);
            }
        }
        if (result instanceof Connection) {
            return guarded;
        }
        return result;
    }

    /** Gives access to what a driver adds, for example to COPY, but never to the connection itself. */
    private Object unwrap(Object self, Wrapper target, String name, Class<?> type) throws SQLException {
        boolean own = type.isInstance(self);
        boolean foreign = type.isInterface()
                && !Wrapper.class.isAssignableFrom(type)
                && !AutoCloseable.class.isAssignableFrom(type)
                && target.isWrapperFor(type);
        if (name.equals("isWrapperFor")) {
            return own || foreign;
        }
        if (own) {
            return self;
        }
        if (!foreign) {
            throw new SQLException(
                    "a guarded connection cannot be unwrapped to " + type.getName() + ": the guard could not be kept");
        }
        doubtful = true;
        return proxy(type, target.unwrap(type));
    }

    private static IllegalStateException refusal(String what) {
        return new IllegalStateException(what + " is not possible inside a guarded transaction: it would end the guard."
                + " inTransaction commits when the work returns, and rolls back when it throws. Use a savepoint to undo a"
                + " part of the work");
    }
}
