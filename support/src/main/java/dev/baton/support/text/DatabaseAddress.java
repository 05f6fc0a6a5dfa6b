package dev.baton.support.text;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parts of a database URL, without its scheme and parameters: {@code //[USER[:PASSWORD]@]HOST[:PORT][,HOST…]/DATABASE}.
 *
 * @param user the user, decoded; empty if there is none
 * @param password the password, decoded; never log it
 * @param hosts the hosts with their ports, as they are written; empty if there are none
 * @param database the name of the database, decoded; empty if there is none
 */
record DatabaseAddress(String user, Optional<String> password, String hosts, String database) {
    private static final String HOST = "(?:\\[[0-9A-Fa-f:.%]+]|[^:,\\[\\]]*)(?::\\d{1,5})?";

    /** Text after a colon that is not a port may be a password whose host is missing, and must not be logged. */
    private static final Pattern HOSTS = Pattern.compile(HOST + "(?:," + HOST + ")*");

    private static final Pattern PORT = Pattern.compile(":(\\d{1,5})(?=,|$)");

    /**
     * Reads the parts.
     *
     * @param url the whole URL
     * @param place the URL without its scheme and its parameters
     * @throws IllegalArgumentException if they are wrong; the message contains no part of a password
     */
    static DatabaseAddress of(String url, String place, UrlParameters parameters) {
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
        if (database.indexOf('&') >= 0 || database.indexOf('=') >= 0) {
            // Not shown: it may be a password in a parameter.
            throw parameters.wrong("the name of the database contains & or =: parameters begin with ?, and in a name"
                    + " these characters are written as %26 and %3D");
        }
        int at = authority.lastIndexOf('@');
        String hosts = authority.substring(at + 1);
        if (!HOSTS.matcher(hosts).matches()) {
            throw parameters.wrong("the part before the database is not [USER[:PASSWORD]@]HOST[:PORT]");
        }
        if (!PORT.matcher(hosts).results().allMatch(port -> isPort(port.group(1)))) {
            // Not shown: the number may be a password whose host is missing.
            throw parameters.wrong("the number after the host is not a port between 1 and 65535");
        }
        String userInfo = at < 0 ? "" : authority.substring(0, at);
        int colon = userInfo.indexOf(':');
        return new DatabaseAddress(
                UrlParameters.decode(colon < 0 ? userInfo : userInfo.substring(0, colon)),
                colon < 0 ? Optional.empty() : Optional.of(UrlParameters.decode(userInfo.substring(colon + 1))),
                hosts,
                UrlParameters.decode(database));
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

    /** Takes the user and the password out of the parameters, where the URL itself does not have them. */
    DatabaseAddress withParameters(UrlParameters parameters) {
        Optional<String> userParameter = parameters.take("user");
        Optional<String> passwordParameter = parameters.take("password");
        return new DatabaseAddress(
                user.isEmpty() ? userParameter.orElse("") : user,
                password.or(() -> passwordParameter),
                hosts,
                database);
    }

    /**
     * Returns the user of the URL, else the given one if it is not empty, else the one who runs this process.
     *
     * @throws IllegalArgumentException if none of them has a name
     */
    String userOr(String given, UrlParameters parameters) {
        String otherwise = given.isEmpty() ? System.getProperty("user.name", "") : given;
        String name = user.isEmpty() ? otherwise : user;
        if (name.isEmpty() || name.equals("?")) {
            throw parameters.wrong("the URL names no user, and the user of this process has no name; write USER@HOST");
        }
        return name;
    }

    /** Returns the port in an environment variable, or the usual one if the variable is not set or empty. */
    static String port(String variable, String usual, UrlParameters parameters, Map<String, String> environment) {
        String given = environment.getOrDefault(variable, "");
        String port = given.isEmpty() ? usual : given;
        if (!port.matches("\\d{1,5}") || !isPort(port)) {
            throw parameters.wrong(variable + "=" + port + " is not a port between 1 and 65535");
        }
        return port;
    }

    private static boolean isPort(String digits) {
        int port = Integer.parseInt(digits);
        return port >= 1 && port <= 65_535;
    }

    @Override
    public String toString() {
        return "//" + user + "@" + hosts + "/" + database;
    }
}
