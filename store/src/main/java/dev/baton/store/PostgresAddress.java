package dev.baton.store;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Where a PostgreSQL database is, read from a URL and from the environment variables that libpq knows.
 *
 * @param driver the driver's settings, the password among them: never to be shown
 * @param shown safe to log
 */
record PostgresAddress(String jdbcUrl, Properties driver, String shown) {
    private static final String FORM =
            "; the forms are sqlite:PATH and postgres://[USER@]HOST[:PORT]/DATABASE[?schema=NAME&sslmode=…]";
    private static final Map<String, String> DRIVER_NAMES = Map.of(
            "application_name", "ApplicationName", "connect_timeout", "connectTimeout", "schema", "currentSchema");

    static PostgresAddress parse(String url, Map<String, String> environment) {
        String rest = url;
        for (String scheme : new String[] {"jdbc:postgresql://", "postgresql://", "postgres://"}) {
            if (url.toLowerCase(Locale.ROOT).startsWith(scheme)) {
                rest = url.substring(scheme.length());
                break;
            }
        }
        if (rest.equals(url)) {
            throw new IllegalArgumentException("this is not the URL of a store" + FORM);
        }
        Properties driver = new Properties();
        int question = rest.indexOf('?');
        for (String parameter : (question < 0 ? "" : rest.substring(question + 1)).split("&", -1)) {
            int equals = parameter.indexOf('=');
            if (equals > 0) {
                String name = parameter.substring(0, equals);
                driver.setProperty(DRIVER_NAMES.getOrDefault(name, name), decoded(parameter.substring(equals + 1)));
            } else if (!parameter.isEmpty()) {
                throw new IllegalArgumentException("a parameter of the URL has no value" + FORM);
            }
        }
        String place = question < 0 ? rest : rest.substring(0, question);
        int at = place.lastIndexOf('@');
        user(at < 0 ? "" : place.substring(0, at), driver, environment);
        String where = place.substring(at + 1);
        int slash = where.indexOf('/');
        String hosts = slash < 0 ? where : where.substring(0, slash);
        if (hosts.isEmpty()) {
            hosts = environment.getOrDefault("PGHOST", "localhost") + ":" + environment.getOrDefault("PGPORT", "5432");
        }
        String database = slash < 0 ? "" : decoded(where.substring(slash + 1));
        if (database.isEmpty()) {
            database = environment.getOrDefault("PGDATABASE", driver.getProperty("user"));
        }
        String path = database.replace("%", "%25").replace("?", "%3F").replace("/", "%2F");
        String shown = "postgres://" + driver.getProperty("user") + "@" + hosts + "/" + database;
        return new PostgresAddress("jdbc:postgresql://" + hosts + "/" + path, driver, shown);
    }

    private static void user(String userInfo, Properties driver, Map<String, String> environment) {
        int colon = userInfo.indexOf(':');
        String user = decoded(colon < 0 ? userInfo : userInfo.substring(0, colon));
        if (!user.isEmpty()) {
            driver.setProperty("user", user);
        }
        driver.putIfAbsent("user", environment.getOrDefault("PGUSER", System.getProperty("user.name", "postgres")));
        if (colon >= 0) {
            driver.setProperty("password", decoded(userInfo.substring(colon + 1)));
        }
        Optional.ofNullable(environment.get("PGPASSWORD")).ifPresent(secret -> driver.putIfAbsent("password", secret));
        Optional.ofNullable(environment.get("PGSSLMODE")).ifPresent(mode -> driver.putIfAbsent("sslmode", mode));
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
