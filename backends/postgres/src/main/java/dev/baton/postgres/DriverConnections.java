package dev.baton.postgres;

import dev.baton.postgres.session.SelectableSocket;
import dev.baton.postgres.session.SelectableSocketFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.WeakHashMap;
import org.postgresql.Driver;

/** Connections of PostgreSQL's own driver, whose sockets can be watched. */
final class DriverConnections implements ConnectionFactory {
    private static final Map<Connection, SelectableSocket> SOCKETS = Collections.synchronizedMap(new WeakHashMap<>());

    private final PostgresUrl url;
    private final Duration patience;

    DriverConnections(PostgresUrl url) {
        this.url = url;
        this.patience = url.options().requestTimeout();
    }

    /** The socket of a connection, when it is one that can be watched. */
    static Optional<SelectableSocket> socketOf(Connection connection) {
        return Optional.ofNullable(SOCKETS.get(connection));
    }

    @Override
    public Connection connect(String use) throws SQLException {
        Properties settings = new Properties();
        settings.putAll(url.driver());
        String seconds = Long.toString(Math.max(1, (patience.toMillis() + 999) / 1000));
        settings.putIfAbsent("connectTimeout", seconds);
        settings.putIfAbsent("socketTimeout", seconds);
        settings.putIfAbsent(
                "ApplicationName",
                "baton " + use + " " + ProcessHandle.current().pid());
        settings.putIfAbsent("tcpKeepAlive", "true");
        if (settings.containsKey("socketFactory")) {
            return made(settings);
        }
        String token = SelectableSocketFactory.newToken();
        settings.setProperty("socketFactory", SelectableSocketFactory.class.getName());
        settings.setProperty("socketFactoryArg", token);
        try {
            Connection connection = made(settings);
            SelectableSocketFactory.take(token).ifPresent(socket -> SOCKETS.put(connection, socket));
            return connection;
        } finally {
            SelectableSocketFactory.take(token);
        }
    }

    private Connection made(Properties settings) throws SQLException {
        Connection connection = new Driver().connect(url.jdbcUrl(), settings);
        if (connection == null) {
            throw new SQLException("the driver does not know " + url.shown(), "08001");
        }
        return connection;
    }
}
