package dev.baton.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Connections to a real server that answers one question otherwise: what no server at hand would say. */
final class Alterations implements ConnectionFactory {
    private final ConnectionFactory real;
    private final String question;
    private final Alteration alteration;

    /** What a column of the answer is made into. */
    interface Alteration {
        Object of(int column, Object answer);
    }

    /** Alters every number in the answers to statements that contain the question. */
    Alterations(ConnectionFactory real, String question, Alteration alteration) {
        this.real = real;
        this.question = question;
        this.alteration = alteration;
    }

    @Override
    public Connection connect(String use) throws java.sql.SQLException {
        Connection connection = real.connect(use);
        return proxy(Connection.class, connection, (method, arguments, answer) -> {
            if (method.getName().equals("createStatement")) {
                return proxy(Statement.class, answer, this::rows);
            }
            boolean asked = method.getName().equals("prepareStatement")
                    && String.valueOf(arguments[0]).contains(question);
            return asked ? proxy(PreparedStatement.class, answer, (called, none, rows) -> altered(rows)) : answer;
        });
    }

    private Object rows(Method method, Object[] arguments, Object answer) {
        boolean asked = method.getName().equals("executeQuery")
                && String.valueOf(arguments[0]).contains(question);
        return asked ? altered(answer) : answer;
    }

    private Object altered(Object answer) {
        return answer instanceof ResultSet
                ? proxy(
                        ResultSet.class,
                        answer,
                        (method, arguments, value) -> method.getName().equals("getInt")
                                        || method.getName().equals("getLong")
                                ? alteration.of((Integer) arguments[0], value)
                                : value)
                : answer;
    }

    private interface After {
        Object call(Method method, Object[] arguments, Object answer);
    }

    private static <T> T proxy(Class<T> type, Object target, After after) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Object[] given = arguments == null ? new Object[0] : arguments;
            try {
                @Nullable Object answer = method.invoke(target, given);
                return answer == null ? null : after.call(method, given, answer);
            } catch (InvocationTargetException failed) {
                throw failed.getCause() == null ? failed : failed.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(Alterations.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
