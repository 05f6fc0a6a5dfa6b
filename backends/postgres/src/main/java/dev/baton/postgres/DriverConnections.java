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
import java.util.UUID;
import java.util.WeakHashMap;
import org.postgresql.Driver;

/** Connections by URL, made with PostgreSQL's driver, whose sockets can be watched. */
record DriverConnections(PostgresUrl url) implements ConnectionFactory {
    private static final Map<Connection, SelectableSocket> SOCKETS = Collections.synchronizedMap(new WeakHashMap<>());

    /** Returns the name of a session in {@code pg_stat_activity}. */
    static String applicationName(String use) {
        return "baton " + use + " " + ProcessHandle.current().pid();
    }

    /** Returns the socket of a connection, if it can be watched. */
    static Optional<SelectableSocket> socketOf(Connection connection) {
        return Optional.ofNullable(SOCKETS.get(connection));
    }

    @Override
    public String describe() {
        return url.location().shown();
    }

    @Override
    public Connection connect(String use) throws SQLException {
        Properties settings = new Properties();
        settings.putAll(url.location().driver());
        Duration timeout = url.options().requestTimeout();
        String seconds = Long.toString(Math.max(1, (timeout.toMillis() + 999) / 1000));
        settings.putIfAbsent("connectTimeout", seconds);
        settings.putIfAbsent("socketTimeout", seconds);
        settings.putIfAbsent("ApplicationName", applicationName(use));
        settings.putIfAbsent("tcpKeepAlive", "true");
        if (settings.containsKey("socketFactory")) {
            return open(settings);
        }
        String token = UUID.randomUUID().toString();
        settings.setProperty("socketFactory", SelectableSocketFactory.class.getName());
        settings.setProperty("socketFactoryArg", token);
        try {
            Connection connection = open(settings);
            SelectableSocketFactory.take(token).ifPresent(socket -> SOCKETS.put(connection, socket));
            return connection;
        } finally {
            SelectableSocketFactory.take(token);
        }
    }

    private Connection open(Properties settings) throws SQLException {
        Connection connection = new Driver().connect(url.location().jdbcUrl(), settings);
        if (connection == null) {
            throw new SQLException("the PostgreSQL driver does not accept the URL of " + describe(), "08001");
        }
        return connection;
    }
}
