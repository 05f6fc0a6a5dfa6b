package dev.baton.support.text;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The location of a PostgreSQL database, from a URL and from the environment variables of libpq.
 *
 * @param jdbcUrl the URL for the driver, without user, password and parameters
 * @param driver the driver's properties; may contain the password, so never log them
 * @param shown the location without secrets, safe to log
 */
public record PostgresLocation(String jdbcUrl, Properties driver, String shown) {
    private static final Pattern SCHEME = Pattern.compile("(?i)(?:jdbc:postgresql|postgresql|postgres):");
    private static final Map<String, String> LIBPQ_NAMES =
            Map.of("application_name", "ApplicationName", "connect_timeout", "connectTimeout");

    private static final String IN_DATABASE = "write the database into the URL, after the slash";
    private static final String IN_HOST = "write the host into the URL, before the database";
    private static final String IN_PORT = "write the port into the URL, as HOST:PORT";

    /** Parameters that the driver or libpq have for parts of the URL. The driver would ignore them. */
    private static final Map<String, String> PARTS_OF_URL = Map.of(
            "PGDBNAME", IN_DATABASE,
            "dbname", IN_DATABASE,
            "database", IN_DATABASE,
            "PGHOST", IN_HOST,
            "host", IN_HOST,
            "hostaddr", IN_HOST,
            "PGPORT", IN_PORT,
            "port", IN_PORT,
            "service", "write the host and the database into the URL; service files are not read");

    /** Returns whether the text has one of the schemes {@code postgres:}, {@code postgresql:}, {@code jdbc:postgresql:}. */
    public static boolean isPostgres(String url) {
        return withoutScheme(url).isPresent();
    }

    /**
     * Reads the location. Takes the driver's parameters out of the given ones; the caller takes its own before.
     *
     * @param driverParameters the parameters that the driver supports
     * @throws IllegalArgumentException if the URL is wrong; the message contains no part of a password
     */
    public static PostgresLocation of(
            String url,
            UrlParameters parameters,
            Collection<DriverParameter> driverParameters,
            Map<String, String> environment) {
        String place = withoutScheme(UrlParameters.withoutParameters(url))
                .orElseThrow(() -> parameters.wrong("this is not a PostgreSQL URL"));
        DatabaseAddress address = DatabaseAddress.of(url, place, parameters).withParameters(parameters);
        Properties driver = new Properties();
        String hosts = address.hosts().isEmpty() ? hosts(parameters, environment) : address.hosts();
        driver.setProperty("user", address.userOr(environment.getOrDefault("PGUSER", ""), parameters));
        address.password()
                .or(() -> Optional.ofNullable(environment.get("PGPASSWORD")))
                .ifPresent(secret -> driver.setProperty("password", secret));
        String database = address.database();
        database = database.isEmpty() ? environment.getOrDefault("PGDATABASE", "") : database;
        database = database.isEmpty() ? driver.getProperty("user") : database;
        Optional.ofNullable(environment.get("PGSSLMODE")).ifPresent(mode -> driver.setProperty("sslmode", mode));
        LIBPQ_NAMES.forEach(
                (libpq, name) -> parameters.take(libpq).ifPresent(value -> driver.setProperty(name, value)));
        PARTS_OF_URL.forEach(parameters::refuse);
        for (DriverParameter parameter : driverParameters) {
            if (!PARTS_OF_URL.containsKey(parameter.name())) {
                parameters.take(parameter.name()).ifPresent(value -> driver.setProperty(parameter.name(), value));
            }
            String value = driver.getProperty(parameter.name());
            if (value != null) {
                parameter.check(value, parameters);
            }
        }
        parameters.refuseOthers();
        String encoded = database.replace("%", "%25").replace("?", "%3F").replace("/", "%2F");
        return new PostgresLocation(
                "jdbc:postgresql://" + hosts + "/" + encoded,
                driver,
                "postgres://" + driver.getProperty("user") + "@" + hosts + "/" + database);
    }

    private static Optional<String> withoutScheme(String url) {
        Matcher scheme = SCHEME.matcher(url);
        return scheme.lookingAt() ? Optional.of(url.substring(scheme.end())) : Optional.empty();
    }

    private static String hosts(UrlParameters parameters, Map<String, String> environment) {
        String host = environment.getOrDefault("PGHOST", "");
        if (host.startsWith("/")) {
            throw parameters.wrong(
                    "PGHOST=" + host + " is a Unix-domain socket, which the driver cannot use; give a host and a port");
        }
        return (host.isEmpty() ? "localhost" : host) + ":"
                + DatabaseAddress.port("PGPORT", "5432", parameters, environment);
    }
}
