package dev.baton.support.text;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The location of a MariaDB or MySQL database, from a URL and from the environment variables of their clients.
 *
 * @param product {@code mariadb} or {@code mysql}, as the URL names it
 * @param jdbcUrl the URL for the driver, without user, password and parameters
 * @param driver the driver's properties; may contain the password, so never log them
 * @param shown the location without secrets, safe to log
 */
public record MariadbLocation(String product, String jdbcUrl, Properties driver, String shown) {
    private static final Pattern SCHEME = Pattern.compile("(?i)(?:jdbc:)?(mariadb|mysql):");
    private static final Pattern DATABASE = Pattern.compile("[A-Za-z0-9_$-]{1,64}");

    private static final String IN_DATABASE = "write the database into the URL, after the slash";
    private static final String IN_HOST = "write the host into the URL, before the database";
    private static final String ONE_SERVER = "a store has one server, and a request is never sent twice";
    private static final String UTF8 = "texts are always sent as UTF-8";

    /** Parameters that belong to another place, or with which a driver would do more than one request on one connection. */
    private static final Map<String, String> REFUSED = new HashMap<>();

    static {
        for (String name : new String[] {"database", "dbname", "databaseName"}) {
            REFUSED.put(name, IN_DATABASE);
        }
        for (String name : new String[] {"host", "port", "addresses", "address"}) {
            REFUSED.put(name, IN_HOST);
        }
        for (String name : new String[] {
            "haMode",
            "transactionReplay",
            "autoReconnect",
            "autoReconnectForPools",
            "loadBalanceStrategy",
            "replicationConnectionGroup",
            "readFromSourceWhenNoReplicas",
            "permitRedirect",
            "pool"
        }) {
            REFUSED.put(name, ONE_SERVER);
        }
        for (String name : new String[] {"characterEncoding", "characterSetResults", "connectionCollation"}) {
            REFUSED.put(name, UTF8);
        }
    }

    /** Returns whether the text has one of the schemes {@code mariadb:} and {@code mysql:}, with or without {@code jdbc:}. */
    public static boolean isMariadb(String url) {
        return SCHEME.matcher(url).lookingAt();
    }

    /** Returns {@code mariadb} or {@code mysql}: the product that such a URL names. */
    public static String productOf(String url) {
        Matcher scheme = SCHEME.matcher(url);
        return scheme.lookingAt() ? scheme.group(1).toLowerCase(Locale.ROOT) : "";
    }

    /**
     * Reads the location. Takes the driver's parameters out of the given ones; the caller takes its own before.
     *
     * @param driverParameters the parameters that the driver supports
     * @throws IllegalArgumentException if the URL is wrong; the message contains no part of a password
     */
    public static MariadbLocation of(
            String url,
            UrlParameters parameters,
            Collection<DriverParameter> driverParameters,
            Map<String, String> environment) {
        String product = productOf(url);
        Matcher scheme = SCHEME.matcher(url);
        if (!scheme.lookingAt()) {
            throw parameters.wrong("this is not the URL of a MariaDB or MySQL database");
        }
        String place = UrlParameters.withoutParameters(url).substring(scheme.end());
        DatabaseAddress address = DatabaseAddress.of(url, place, parameters).withParameters(parameters);
        if (!place.startsWith("//")) {
            throw parameters.wrong("the two slashes before the host are missing");
        }
        if (!DATABASE.matcher(address.database()).matches()) {
            throw parameters.wrong(
                    "the name of the database is missing, or has other characters than A-Z a-z 0-9 _ $ -");
        }
        if (address.hosts().indexOf(',') >= 0) {
            throw parameters.wrong("there are several hosts: " + ONE_SERVER);
        }
        Properties driver = new Properties();
        driver.setProperty("user", address.userOr("", parameters));
        address.password()
                .or(() -> Optional.ofNullable(environment.get("MYSQL_PWD")))
                .ifPresent(secret -> driver.setProperty("password", secret));
        REFUSED.forEach(parameters::refuse);
        for (DriverParameter parameter : driverParameters) {
            boolean own = driver.containsKey(parameter.name()) || REFUSED.containsKey(parameter.name());
            Optional<String> value = own ? Optional.empty() : parameters.take(parameter.name());
            value.ifPresent(text -> {
                parameter.check(text, parameters);
                driver.setProperty(parameter.name(), text);
            });
        }
        parameters.refuseOthers();
        String host = host(address.hosts(), parameters, environment);
        return new MariadbLocation(
                product,
                "jdbc:" + product + "://" + host + "/" + address.database(),
                driver,
                product + "://" + driver.getProperty("user") + "@" + host + "/" + address.database());
    }

    private static String host(String given, UrlParameters parameters, Map<String, String> environment) {
        if (given.matches(".*:\\d{1,5}")) {
            return given;
        }
        String host = given.isEmpty() ? environment.getOrDefault("MYSQL_HOST", "") : given;
        if (!host.matches("[A-Za-z0-9_.-]*|\\[[0-9A-Fa-f:.%]+]")) {
            throw parameters.wrong("MYSQL_HOST is not the name or the address of a host");
        }
        return (host.isEmpty() ? "localhost" : host) + ":"
                + DatabaseAddress.port("MYSQL_TCP_PORT", "3306", parameters, environment);
    }

    /** Contains no properties of the driver, which may contain the password. */
    @Override
    public String toString() {
        return shown;
    }
}
