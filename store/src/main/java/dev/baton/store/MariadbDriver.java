package dev.baton.store;

import dev.baton.support.text.DriverParameter;
import dev.baton.support.text.MariadbLocation;
import dev.baton.support.text.UrlParameters;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Databases of the drivers of MariaDB and MySQL, from a URL. Both are optional, and used by their name only: MariaDB's
 * because few need it, and MySQL's because of its licence.
 */
final class MariadbDriver {
    static final String FORM = "mariadb://[USER@]HOST[:PORT]/DATABASE[?sslMode=…]";
    private static final String[] TRUTH_VALUES = {"true", "false"};
    private static final Map<String, List<DriverParameter>> KNOWN = new ConcurrentHashMap<>();

    private record Artifact(String driver, String coordinates) {
        static Artifact of(String product) {
            return product.equals("mysql")
                    ? new Artifact("com.mysql.cj.jdbc.Driver", "com.mysql:mysql-connector-j")
                    : new Artifact("org.mariadb.jdbc.Driver", "org.mariadb.jdbc:mariadb-java-client");
        }
    }

    private MariadbDriver() {}

    static InnodbDatabase database(
            String url, UrlParameters parameters, Map<String, String> environment, StoreSettings settings) {
        String product = MariadbLocation.productOf(url);
        Driver driver = driver(product);
        List<DriverParameter> known = KNOWN.computeIfAbsent(product, name -> known(driver, name));
        MariadbLocation location = MariadbLocation.of(url, parameters, known, environment);
        checkValues(driver, location, parameters);
        String millis = Long.toString(Math.max(1000, settings.requestTimeout().toMillis()));
        location.driver().putIfAbsent("connectTimeout", millis);
        location.driver().putIfAbsent("socketTimeout", millis);
        ConnectionSource source = () -> connect(driver, location);
        return product.equals("mysql")
                ? new MysqlDatabase(source, location.shown(), settings)
                : new MariadbDatabase(source, location.shown(), settings);
    }

    private static Driver driver(String product) {
        Artifact artifact = Artifact.of(product);
        try {
            return Class.forName(artifact.driver())
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException missing) {
            throw new IllegalArgumentException(
                    product + ": needs the driver of " + product + "; add the artifact " + artifact.coordinates(),
                    missing);
        }
    }

    /** Returns the parameters that the driver itself lists. */
    private static List<DriverParameter> known(Driver driver, String product) {
        List<DriverParameter> known = new ArrayList<>();
        for (DriverPropertyInfo info : described(driver, "jdbc:" + product + "://localhost/x", new Properties())) {
            boolean truth = info.choices == null && ("true".equals(info.value) || "false".equals(info.value));
            known.add(DriverParameter.of(info.name, info.value, truth ? TRUTH_VALUES : info.choices));
        }
        return known;
    }

    private static DriverPropertyInfo[] described(Driver driver, String jdbcUrl, Properties properties) {
        try {
            return driver.getPropertyInfo(jdbcUrl, properties);
        } catch (SQLException refused) {
            throw new IllegalArgumentException(refused);
        }
    }

    /** Lets the driver read each value, so that a wrong one is refused before anything connects. */
    private static void checkValues(Driver driver, MariadbLocation location, UrlParameters parameters) {
        for (String name : location.driver().stringPropertyNames()) {
            Properties one = new Properties();
            one.setProperty(name, location.driver().getProperty(name));
            try {
                described(driver, location.jdbcUrl(), one);
            } catch (IllegalArgumentException refused) {
                throw parameters.wrong("the driver refuses the value of the parameter " + name);
            }
        }
    }

    private static Connection connect(Driver driver, MariadbLocation location) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(location.driver());
        Connection connection = driver.connect(location.jdbcUrl(), properties);
        if (connection == null) {
            throw new SQLException("the driver does not accept " + location.shown(), "08001");
        }
        return connection;
    }
}
