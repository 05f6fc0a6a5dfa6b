package dev.baton.cli;

import dev.baton.support.text.PostgresLocation;
import dev.baton.support.text.Redaction;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection string of libpq with keywords: {@code host=db.internal dbname=app user=me sslmode=require}. Values with
 * spaces are in single quotes; a backslash escapes a quote or a backslash.
 */
final class KeywordDsn {
    private static final Pattern START = Pattern.compile("\\s*[A-Za-z_]+\\s*=.*", Pattern.DOTALL);
    private static final Pattern PAIR = Pattern.compile(
            "\\s*([A-Za-z_]+)\\s*=\\s*(?:'((?:[^'\\\\]|\\\\.)*)'|((?:[^\\s'\\\\]|\\\\.)*))(?=\\s|$)\\s*");

    private KeywordDsn() {}

    /** Returns the URL for a connection string with keywords, and any other text as it is. */
    static String toUrl(String option, String dsn) {
        return PostgresLocation.isPostgres(dsn) || !START.matcher(dsn).matches()
                ? dsn
                : url(option, parse(option, dsn));
    }

    private static Map<String, String> parse(String option, String dsn) {
        Map<String, String> values = new LinkedHashMap<>();
        Matcher pair = PAIR.matcher(dsn);
        int at = 0;
        while (at < dsn.length()) {
            if (!pair.find(at) || pair.start() != at) {
                // Does not repeat the text: it may contain a password.
                throw new UsageException(option + " is not a list of KEYWORD=VALUE, after " + values.size()
                        + " of them; put a value with spaces into single quotes");
            }
            String value = pair.group(2) == null ? pair.group(3) : pair.group(2);
            values.put(pair.group(1), value.replaceAll("\\\\(.)", "$1"));
            at = pair.end();
        }
        return values;
    }

    private static String url(String option, Map<String, String> values) {
        String hosts = hosts(option, values);
        String name = values.getOrDefault("dbname", "");
        if (name.contains("://") || Redaction.hasPassword(name)) {
            // libpq accepts a whole connection string in some places. It is not repeated: it may contain a password.
            throw new UsageException(option + ": dbname must be the name of a database, not another connection string");
        }
        String database = encoded(name);
        values.keySet().removeAll(List.of("host", "port", "dbname"));
        StringJoiner parameters = new StringJoiner("&", "?", "").setEmptyValue("");
        values.forEach((keyword, value) -> parameters.add(parameter(option, keyword, value)));
        return "postgres://" + hosts + "/" + database + parameters;
    }

    /** Returns HOST:PORT of each host. One port is for all hosts. */
    private static String hosts(String option, Map<String, String> values) {
        String[] hosts = values.getOrDefault("host", "").split(",", -1);
        String[] ports = values.getOrDefault("port", "").split(",", -1);
        if (ports.length != 1 && ports.length != hosts.length) {
            throw new UsageException(option + " has " + hosts.length + " hosts but " + ports.length + " ports");
        }
        StringJoiner all = new StringJoiner(",");
        for (int i = 0; i < hosts.length; i++) {
            if (hosts[i].startsWith("/") || hosts[i].startsWith("@")) {
                throw new UsageException(option + ": host=" + hosts[i]
                        + " is a Unix-domain socket, which the driver cannot use; give a host and a port");
            }
            String port = ports.length == 1 ? ports[0] : ports[i];
            String host = hosts[i].isEmpty() && !port.isEmpty() ? "localhost" : hosts[i];
            all.add((host.indexOf(':') < 0 ? host : "[" + host + "]") + (port.isEmpty() ? "" : ":" + port));
        }
        return all.toString();
    }

    /** The driver has another name for the kind of server that is wanted. */
    private static String parameter(String option, String keyword, String value) {
        if (!keyword.equals("target_session_attrs")) {
            return keyword + "=" + encoded(value);
        }
        return switch (value) {
            case "any" -> "targetServerType=any";
            case "read-write", "primary" -> "targetServerType=primary";
            default ->
                throw new UsageException(option + ": target_session_attrs=" + value
                        + " selects a server that cannot record elections; use read-write");
        };
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
