package dev.baton.store;

import dev.baton.support.text.PostgresLocation;
import dev.baton.support.text.UrlParameters;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** Connections of PostgreSQL's own driver, from a URL. */
final class PostgresDriver implements ConnectionSource {
    private static final String FORM = "postgres://[USER@]HOST[:PORT]/DATABASE[?schema=NAME&sslmode=…]";
    private static final List<String> PARAMETERS =
            Arrays.stream(PGProperty.values()).map(PGProperty::getName).toList();

    private final PostgresLocation location;
    private final Properties properties = new Properties();

    private PostgresDriver(PostgresLocation location, Duration timeout) {
        this.location = location;
        properties.putAll(location.driver());
        String seconds = Long.toString(Math.max(1, (timeout.toMillis() + 999) / 1000));
        properties.putIfAbsent("connectTimeout", seconds);
        properties.putIfAbsent("socketTimeout", seconds);
        properties.putIfAbsent("tcpKeepAlive", "true");
        properties.putIfAbsent(
                "ApplicationName", "baton store " + ProcessHandle.current().pid());
    }

    static PostgresDriver of(String url, Map<String, String> environment, Duration timeout) {
        UrlParameters parameters = UrlParameters.of(url, FORM);
        var schema = parameters.take("schema");
        PostgresLocation location = PostgresLocation.of(url, parameters, PARAMETERS, environment);
        schema.ifPresent(name -> location.driver().setProperty("currentSchema", name));
        return new PostgresDriver(location, timeout);
    }

    String shown() {
        return location.shown();
    }

    @Override
    public Connection open() throws SQLException {
        Connection connection = new Driver().connect(location.jdbcUrl(), properties);
        if (connection == null) {
            throw new SQLException("the driver does not accept " + shown(), "08001");
        }
        return connection;
    }
}
