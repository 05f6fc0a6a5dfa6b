package dev.baton.store;

import dev.baton.support.text.DriverParameter;
import dev.baton.support.text.PostgresLocation;
import dev.baton.support.text.UrlParameters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** Databases of PostgreSQL's own driver, from a URL. */
final class PostgresDriver {
    static final String FORM = "postgres://[USER@]HOST[:PORT]/DATABASE[?schema=NAME&sslmode=…]";
    private static final List<DriverParameter> PARAMETERS = Arrays.stream(PGProperty.values())
            .map(known -> DriverParameter.of(known.getName(), known.getDefaultValue(), known.getChoices()))
            .toList();

    private PostgresDriver() {}

    static PostgresDatabase database(
            String url, UrlParameters parameters, Map<String, String> environment, StoreSettings settings) {
        Optional<String> schema = parameters.take("schema");
        PostgresLocation location = PostgresLocation.of(url, parameters, PARAMETERS, environment);
        Properties properties = location.driver();
        schema.ifPresent(name -> properties.setProperty("currentSchema", name));
        String seconds = Long.toString(Math.max(1, (settings.requestTimeout().toMillis() + 999) / 1000));
        properties.putIfAbsent("connectTimeout", seconds);
        properties.putIfAbsent("socketTimeout", seconds);
        properties.putIfAbsent("tcpKeepAlive", "true");
        properties.putIfAbsent(
                "ApplicationName", "baton store " + ProcessHandle.current().pid());
        return new PostgresDatabase(() -> connect(location), location.shown(), settings);
    }

    private static Connection connect(PostgresLocation location) throws SQLException {
        Connection connection = new Driver().connect(location.jdbcUrl(), location.driver());
        if (connection == null) {
            throw new SQLException("the driver does not accept " + location.shown(), "08001");
        }
        return connection;
    }
}
