package dev.baton.fence;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Wrapper;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connection that guarded work gets. It refuses everything that would end the guarded transaction, and with it the
 * guard. Savepoints work. Every statement, result, value and description that comes from it leads back to it, and not to the
 * connection behind it. After a failed statement nothing is sent before it is known that the transaction is still the
 * guarded one: some databases roll back all of it.
 */
final class GuardedConnection {
    private static final Set<String> ENDING =
            Set.of("commit", "setAutoCommit", "close", "beginRequest", "endRequest", "setTransactionIsolation");

    private static final List<Class<?>> WRAPPED = List.of(
            CallableStatement.class,
            PreparedStatement.class,
            Statement.class,
            ResultSet.class,
            DatabaseMetaData.class,
            Array.class,
            Struct.class,
            Ref.class);

    private static final Set<String> SENDING = Set.of("insertRow", "updateRow", "deleteRow", "setSavepoint");

    /** Checks before a statement that it may be sent. */
    interface SendCheck {
        /**
         * Throws if nothing may be sent any more.
         *
         * @param afterFailure whether the statement before has failed, or a part of the transaction was rolled back
         */
        void run(boolean afterFailure) throws SQLException;
    }

    /** Checks after a failed statement that the transaction is still the guarded one. */
    interface FailureCheck {
        void run(SQLException failed) throws SQLException;
    }

    private final Connection real;
    private final SqlFamily family;
    private final SendCheck beforeSend;
    private final FailureCheck afterFailure;
    private final Connection guarded;
    private @Nullable SQLException unchecked;
    private boolean doubtful;
    private boolean rolledBack;

    /**
     * Wraps a connection whose transaction is guarded.
     *
     * @param beforeSend called before each statement
     * @param afterFailure called before the first statement after a failed one; throws if the guard has ended
     */
    GuardedConnection(Connection real, SendCheck beforeSend, FailureCheck afterFailure) throws SQLException {
        this.real = real;
        this.family = SqlFamily.of(real);
        this.beforeSend = beforeSend;
        this.afterFailure = afterFailure;
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

    /** Checks that the transaction is still the guarded one, if a statement has failed since the last check. */
    void checkFailure() throws SQLException {
        if (unchecked != null) {
            afterFailure.run(unchecked);
            unchecked = null;
        }
    }

    /** Passes the calls of a proxy on. */
    private record Passing(GuardedConnection to, Object target) implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) throws Throwable {
            return to.call(self, target, method, arguments == null ? new Object[0] : arguments);
        }
    }

    private <T> T proxy(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                GuardedConnection.class.getClassLoader(), new Class<?>[] {type}, new Passing(this, target)));
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
        if (name.startsWith("execute") || SENDING.contains(name)) {
            beforeSend.run(unchecked != null || rolledBack);
            rolledBack = false;
            checkFailure();
        }
        rolledBack |= target == real && name.equals("rollback");
        try {
            return wrapped(method.invoke(target, unwrapped(arguments)));
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof SQLException sql) {
                unchecked = unchecked == null ? sql : unchecked;
                doubtful = true;
            }
            throw failed.getCause() == null ? failed : failed.getCause();
        }
    }

    /** Drivers get their own values back, not the proxies of them. */
    private static Object[] unwrapped(Object[] arguments) {
        Object[] own = arguments.clone();
        for (int i = 0; i < own.length; i++) {
            if (own[i] instanceof Object[] several && several.getClass() == Object[].class) {
                own[i] = unwrapped(several);
            } else if (isValue(own[i])
                    && Proxy.isProxyClass(own[i].getClass())
                    && Proxy.getInvocationHandler(own[i]) instanceof Passing passing) {
                own[i] = passing.target();
            }
        }
        return own;
    }

    private static boolean isValue(@Nullable Object argument) {
        return argument instanceof Array || argument instanceof Struct || argument instanceof Ref;
    }

    private static boolean takesSql(Object target, String name) {
        return target instanceof Connection
                ? name.startsWith("prepare")
                : target instanceof Statement && (name.startsWith("execute") || name.equals("addBatch"));
    }

    /** Checks the text, and what the driver sends for its escapes: {@code {oj COMMIT}} becomes {@code COMMIT}. */
    private void check(String sql) throws SQLException {
        checkSent(sql);
        if (sql.indexOf('{') >= 0) {
            checkSent(real.nativeSQL(sql));
        }
    }

    private void checkSent(String sql) {
        TransactionControl control = TransactionControl.of(sql, family);
        if (control.ends()) {
            throw refusal("the statement \"" + sql + "\"");
        }
        if (control.isUnreadable()) {
            throw new IllegalStateException("where the statements of \"" + sql + "\" end depends on settings of the"
                    + " server, so that one of them could end the guard unseen: send each statement alone");
        }
        doubtful |= control.isDoubtful();
    }

    private @Nullable Object wrapped(@Nullable Object result) {
        if (result == null || result instanceof String || result instanceof Number || result instanceof Boolean) {
            return result;
        }
        if (result == real) {
            return guarded;
        }
        if (result instanceof Object[] several && several.getClass() == Object[].class) {
            return Arrays.stream(several).map(this::wrapped).toArray();
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
