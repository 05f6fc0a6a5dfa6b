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

    private static final String HOST = "(?:\\[[0-9A-Fa-f:.%]+]|[^:,\\[\\]]*)(?::\\d{1,5})?";

    /** Text after a colon that is not a port may be a password whose host is missing, and must not be logged. */
    private static final Pattern HOSTS = Pattern.compile(HOST + "(?:," + HOST + ")*");

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
        refuseAmbiguous(url, place, parameters);
        String authority = "";
        String database = place.startsWith("/") ? place.substring(1) : place;
        if (place.startsWith("//")) {
            int at = place.lastIndexOf('@');
            int slash = place.indexOf('/', Math.max(2, at));
            authority = slash < 0 ? place.substring(2) : place.substring(2, slash);
            database = slash < 0 ? "" : place.substring(slash + 1);
        }
        if (database.indexOf(':') >= 0) {
            throw parameters.wrong("the name of the database contains a colon; write it as %3A");
        }
        Properties driver = new Properties();
        int at = authority.lastIndexOf('@');
        String hosts = hosts(authority.substring(at + 1), parameters, environment);
        user(at < 0 ? "" : authority.substring(0, at), parameters, driver, environment);
        database = UrlParameters.decode(database);
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

    /** Refuses text that could be read in two ways, one of which takes part of a password for a name. */
    private static void refuseAmbiguous(String url, String place, UrlParameters parameters) {
        boolean colon = place.indexOf(':') >= 0;
        boolean at = place.indexOf('@') >= 0;
        if (!place.startsWith("//") && (colon || at)) {
            throw parameters.wrong("the two slashes before the host are missing");
        }
        // In a JDBC URL no password precedes the host.
        boolean password = colon && (at || !url.regionMatches(true, 0, "jdbc:", 0, 5));
        if (password && UrlParameters.query(url).indexOf('@') >= 0) {
            throw parameters.wrong("write an @ in a parameter as %40");
        }
    }

    private static Optional<String> withoutScheme(String url) {
        Matcher scheme = SCHEME.matcher(url);
        return scheme.lookingAt() ? Optional.of(url.substring(scheme.end())) : Optional.empty();
    }

    private static String hosts(String given, UrlParameters parameters, Map<String, String> environment) {
        if (!given.isEmpty()) {
            if (!HOSTS.matcher(given).matches()) {
                throw parameters.wrong("the part before the database is not [USER[:PASSWORD]@]HOST[:PORT]");
            }
            return given;
        }
        String host = environment.getOrDefault("PGHOST", "");
        if (host.startsWith("/")) {
            throw parameters.wrong(
                    "PGHOST=" + host + " is a Unix-domain socket, which the driver cannot use; give a host and a port");
        }
        return (host.isEmpty() ? "localhost" : host) + ":" + environment.getOrDefault("PGPORT", "5432");
    }

    private static void user(
            String userInfo, UrlParameters parameters, Properties driver, Map<String, String> environment) {
        int colon = userInfo.indexOf(':');
        String user = UrlParameters.decode(colon < 0 ? userInfo : userInfo.substring(0, colon));
        String otherwise = environment.getOrDefault("PGUSER", System.getProperty("user.name", "postgres"));
        Optional<String> userParameter = parameters.take("user");
        driver.setProperty("user", user.isEmpty() ? userParameter.orElse(otherwise) : user);
        Optional<String> passwordParameter = parameters.take("password");
        Optional<String> password =
                colon < 0 ? passwordParameter : Optional.of(UrlParameters.decode(userInfo.substring(colon + 1)));
        password.or(() -> Optional.ofNullable(environment.get("PGPASSWORD")))
                .ifPresent(secret -> driver.setProperty("password", secret));
    }
}
