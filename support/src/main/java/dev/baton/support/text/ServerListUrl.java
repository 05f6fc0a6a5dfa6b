package dev.baton.support.text;

import java.util.List;

/**
 * The servers and the place in a URL {@code SCHEME://HOST:PORT[,…]/PLACE}, with {@code SCHEMEs://} for TLS.
 *
 * @param scheme the scheme as it was given
 * @param hosts the servers, {@code HOST:PORT} each
 * @param place where the data is, names with slashes between them
 */
public record ServerListUrl(String scheme, boolean secure, List<String> hosts, String place) {

    /**
     * What differs between the schemes.
     *
     * @param scheme the scheme without TLS
     * @param place the word for the place
     * @param passwordVariable the variable with the password
     */
    public record Form(String scheme, int defaultPort, String place, String passwordVariable) {}

    /** Parses what is in front of the parameters. */
    public static ServerListUrl parse(String url, UrlParameters parameters, Form form) {
        boolean secure = url.startsWith(form.scheme() + "s://");
        if (!secure && !url.startsWith(form.scheme() + "://")) {
            throw parameters.wrong("the URL does not begin with " + form.scheme() + ":// or " + form.scheme() + "s://");
        }
        String rest = UrlParameters.withoutParameters(url).substring(url.indexOf("//") + 2);
        if (rest.indexOf('@') >= 0) {
            throw parameters.wrong(
                    "the user is user=NAME; the password is in password-file=FILE or in " + form.passwordVariable());
        }
        int slash = rest.indexOf('/');
        if (slash <= 0 || slash == rest.length() - 1) {
            throw parameters.wrong("the URL has no " + form.place() + ", under which all data is");
        }
        List<String> hosts = HostList.parse(rest.substring(0, slash), form.defaultPort(), parameters);
        String place = rest.substring(slash + 1);
        for (String part : place.split("/", -1)) {
            Names.check("each part of " + form.place(), part);
        }
        return new ServerListUrl(form.scheme() + (secure ? "s" : ""), secure, hosts, place);
    }

    /** Refuses a password that would go to another machine without TLS. */
    public void refuseOpenPassword(boolean hasLogin, UrlParameters parameters) {
        if (hasLogin && !secure && !hosts.stream().allMatch(HostList::isLoopback)) {
            throw parameters.wrong("a password to another machine needs TLS: " + scheme + "s://");
        }
    }

    /** Returns the URL for logs and errors. It has no parameters, hence no names of files. */
    public String shown() {
        return scheme + "://" + String.join(",", hosts) + "/" + place;
    }
}
