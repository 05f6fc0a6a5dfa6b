package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A store URL, read: what the driver needs, and what Baton does.
 *
 * @param jdbcUrl without user, password and parameters
 * @param driver the driver's own settings, the password among them: never to be shown
 * @param shown the store in words that are safe to log
 */
record PostgresUrl(String jdbcUrl, Properties driver, String shown, PostgresOptions options) {
    private static final String FORM = "; the form is postgres://[USER@]HOST[:PORT]/DATABASE"
            + "[?takeover=fenced|exclusive&key1=N&key2=N&schema=NAME&patience=D&sslmode=…]";
    private static final Map<String, String> DRIVER_NAMES = Map.of(
            "application_name", "ApplicationName",
            "connect_timeout", "connectTimeout",
            "service", "service");

    static PostgresUrl parse(String url, Map<String, String> environment) {
        String rest = url;
        for (String scheme : new String[] {"jdbc:postgresql:", "postgresql:", "postgres:"}) {
            if (url.toLowerCase(Locale.ROOT).startsWith(scheme)) {
                rest = url.substring(scheme.length());
                break;
            }
        }
        if (rest.equals(url)) {
            throw new IllegalArgumentException("this is not a PostgreSQL URL" + FORM);
        }
        int question = rest.indexOf('?');
        Map<String, String> parameters = parameters(question < 0 ? "" : rest.substring(question + 1));
        String place = question < 0 ? rest : rest.substring(0, question);
        return new Reading(environment, parameters).read(place);
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new TreeMap<>();
        for (String parameter : query.split("&", -1)) {
            int equals = parameter.indexOf('=');
            if (equals > 0) {
                parameters.put(parameter.substring(0, equals), decoded(parameter.substring(equals + 1)));
            } else if (!parameter.isEmpty()) {
                throw new IllegalArgumentException("a parameter of the PostgreSQL URL has no value" + FORM);
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** One URL being read; its parameters are taken out one after the other, and the driver gets the rest. */
    private record Reading(Map<String, String> environment, Map<String, String> parameters) {

        PostgresUrl read(String place) {
            Properties driver = new Properties();
            String authority = place;
            String database = "";
            if (place.startsWith("//")) {
                int at = place.lastIndexOf('@');
                int slash = place.indexOf('/', Math.max(2, at));
                authority = slash < 0 ? place.substring(2) : place.substring(2, slash);
                database = slash < 0 ? "" : decoded(place.substring(slash + 1));
            } else {
                // jdbc:postgresql:DATABASE, on the default host.
                authority = "";
                database = decoded(place.startsWith("/") ? place.substring(1) : place);
            }
            int at = authority.lastIndexOf('@');
            String hosts = host(authority.substring(at + 1));
            user(at < 0 ? "" : authority.substring(0, at), driver);
            database = !database.isEmpty() ? database : environment.getOrDefault("PGDATABASE", "");
            database = !database.isEmpty() ? database : driver.getProperty("user");
            PostgresOptions options = options();
            if (environment.containsKey("PGSSLMODE")) {
                driver.setProperty("sslmode", environment.getOrDefault("PGSSLMODE", ""));
            }
            parameters.forEach((name, value) -> driver.setProperty(DRIVER_NAMES.getOrDefault(name, name), value));
            String shown = "postgres://" + driver.getProperty("user") + "@" + hosts + "/" + database;
            return new PostgresUrl("jdbc:postgresql://" + hosts + "/" + encoded(database), driver, shown, options);
        }

        private static String encoded(String database) {
            return database.replace("%", "%25").replace("?", "%3F").replace("/", "%2F");
        }

        private String host(String given) {
            if (!given.isEmpty()) {
                return given;
            }
            String host = environment.getOrDefault("PGHOST", "");
            if (host.startsWith("/")) {
                throw new IllegalArgumentException("PGHOST=" + host + " is a unix-domain socket, which the driver"
                        + " cannot use; name a host and port" + FORM);
            }
            return (host.isEmpty() ? "localhost" : host) + ":" + environment.getOrDefault("PGPORT", "5432");
        }

        private void user(String userInfo, Properties driver) {
            int colon = userInfo.indexOf(':');
            String user = colon < 0 ? userInfo : userInfo.substring(0, colon);
            String otherwise = environment.getOrDefault("PGUSER", System.getProperty("user.name", "postgres"));
            driver.setProperty("user", user.isEmpty() ? taken("user").orElse(otherwise) : decoded(user));
            Optional<String> password =
                    colon < 0 ? taken("password") : Optional.of(decoded(userInfo.substring(colon + 1)));
            password.or(() -> Optional.ofNullable(environment.get("PGPASSWORD")))
                    .ifPresent(secret -> driver.setProperty("password", secret));
        }

        private PostgresOptions options() {
            String takeover = taken("takeover").orElse("fenced");
            TakeoverMode chosen = switch (takeover) {
                case "fenced" -> TakeoverMode.FENCED;
                case "exclusive" -> TakeoverMode.EXCLUSIVE;
                default -> throw new IllegalArgumentException("takeover=" + takeover + " is not known" + FORM);
            };
            Optional<String> key1 = taken("key1");
            Optional<String> key2 = taken("key2");
            if (key1.isPresent() != key2.isPresent()) {
                throw new IllegalArgumentException("key1 and key2 belong together: give both or none" + FORM);
            }
            return new PostgresOptions(
                    chosen,
                    key1.map(first -> new AdvisoryKeys(int4("key1", first), int4("key2", key2.orElseThrow()))),
                    taken("schema"),
                    taken("patience").map(text -> duration("patience", text)).orElse(PostgresOptions.USUAL_PATIENCE),
                    taken("rearm").map(text -> duration("rearm", text)).orElse(PostgresOptions.USUAL_REARM));
        }

        private Optional<String> taken(String name) {
            return Optional.ofNullable(parameters.remove(name));
        }

        private static int int4(String name, String text) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException wrong) {
                throw new IllegalArgumentException(
                        name + "=" + text + " is no int4: it has to be between -2147483648 and 2147483647", wrong);
            }
        }

        private static Duration duration(String name, String text) {
            try {
                if (text.endsWith("ms")) {
                    return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
                }
                int unit = text.endsWith("m") ? 60 : 1;
                String number = text.endsWith("m") || text.endsWith("s") ? text.substring(0, text.length() - 1) : text;
                return Duration.ofMillis(Math.round(Double.parseDouble(number) * unit * 1000));
            } catch (NumberFormatException wrong) {
                throw new IllegalArgumentException(
                        name + "=" + text + " is no duration; write 500ms, 10s or 5m", wrong);
            }
        }
    }
}
