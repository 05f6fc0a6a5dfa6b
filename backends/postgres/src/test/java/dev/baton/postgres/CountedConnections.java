package dev.baton.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Connections to a real server that note every statement that is prepared or created. */
final class CountedConnections implements ConnectionFactory {
    private static final String WITHOUT_TEXT = "(a statement)";

    private final ConnectionFactory real;
    private final List<Sent> sent = new CopyOnWriteArrayList<>();

    private record Sent(String use, String sql) {}

    CountedConnections(ConnectionFactory real) {
        this.real = real;
    }

    /** Returns how many statements with this part were sent on the sessions for this use. */
    long count(String use, String sqlPart) {
        return sent.stream()
                .filter(one -> one.use().equals(use) && one.sql().contains(sqlPart))
                .count();
    }

    @Override
    public Connection connect(String use) throws SQLException {
        Connection connection = real.connect(use);
        return (Connection) Proxy.newProxyInstance(
                CountedConnections.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    switch (method.getName()) {
                        case "prepareStatement" -> sent.add(new Sent(use, String.valueOf(arguments[0])));
                        case "createStatement" -> sent.add(new Sent(use, WITHOUT_TEXT));
                        default -> {}
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }
}
