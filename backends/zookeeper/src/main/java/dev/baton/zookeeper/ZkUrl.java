package dev.baton.zookeeper;

import dev.baton.support.text.HostList;
import dev.baton.support.text.Names;
import dev.baton.support.text.PasswordFile;
import dev.baton.support.text.UrlParameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A parsed URL {@code zookeeper://HOST:PORT[,…]/PATH}, with {@code zookeepers://} for TLS.
 *
 * @param hosts the servers, {@code HOST:PORT} each
 * @param path the node under which all nodes are, with a slash at its begin
 * @param sasl the section of the JAAS configuration with the credentials of this process
 */
record ZkUrl(
        List<String> hosts,
        String path,
        ZkOptions options,
        Optional<ZkTls> tls,
        Optional<ZkLogin> login,
        Optional<String> sasl) {
    /** The variable with the password, if {@code password-file} is not given. */
    static final String PASSWORD_VARIABLE = "BATON_ZOOKEEPER_PASSWORD";

    private static final String FORM = "zookeeper://HOST:PORT[,HOST:PORT…]/PATH[?session=10s&renew=1s&user=NAME"
            + "&password-file=FILE&sasl=SECTION], and zookeepers://… with tls-ca and tls-identity";
    private static final int DEFAULT_PORT = 2181;

    static ZkUrl parse(String url, Map<String, String> environment) {
        return UrlParameters.parse(url, FORM, parameters -> parse(url, parameters, environment));
    }

    private static ZkUrl parse(String url, UrlParameters parameters, Map<String, String> environment) {
        boolean secure = url.startsWith("zookeepers://");
        if (!secure && !url.startsWith("zookeeper://")) {
            throw parameters.wrong("this is not the URL of a ZooKeeper store");
        }
        String place = UrlParameters.withoutParameters(url).substring(url.indexOf("//") + 2);
        if (place.indexOf('@') >= 0) {
            throw parameters.wrong(
                    "the user is user=NAME; the password is in password-file=FILE or in " + PASSWORD_VARIABLE);
        }
        int slash = place.indexOf('/');
        if (slash <= 0 || slash == place.length() - 1) {
            throw parameters.wrong("the URL has no PATH, under which all nodes are");
        }
        List<String> hosts = HostList.parse(place.substring(0, slash), DEFAULT_PORT, parameters);
        String path = place.substring(slash);
        for (String part : path.substring(1).split("/", -1)) {
            Names.check("each part of the path", part);
        }
        ZkOptions defaults = ZkOptions.of(parameters.takeDuration("session").orElse(ZkOptions.DEFAULT_SESSION));
        ZkOptions options = new ZkOptions(
                defaults.session(), parameters.takeDuration("renew").orElse(defaults.renewInterval()));
        Optional<ZkTls> tls = tls(parameters, secure);
        Optional<ZkLogin> login = parameters
                .take("user")
                .map(user -> new ZkLogin(user, PasswordFile.take(parameters, environment, PASSWORD_VARIABLE)));
        Optional<String> sasl = parameters.take("sasl").map(section -> Names.check("sasl", section));
        parameters.refuseOthers();
        if (login.isPresent() && sasl.isPresent()) {
            throw parameters.wrong("user is for the scheme digest and sasl for a JAAS section: give one of them");
        }
        if (login.isPresent() && !secure && !hosts.stream().allMatch(HostList::isLoopback)) {
            throw parameters.wrong("a password to another machine needs TLS: zookeepers://");
        }
        return new ZkUrl(hosts, path, options, tls, login, sasl);
    }

    private static Optional<ZkTls> tls(UrlParameters parameters, boolean secure) {
        Optional<Path> authorities = parameters.take("tls-ca").map(Path::of);
        Optional<Path> identity = parameters.take("tls-identity").map(Path::of);
        if (!secure && (authorities.isPresent() || identity.isPresent())) {
            throw parameters.wrong("tls-ca and tls-identity need zookeepers://");
        }
        return secure ? Optional.of(new ZkTls(authorities, identity)) : Optional.empty();
    }

    /** Returns whether ZooKeeper knows who this process is, so that nodes can belong to it. */
    boolean isAuthenticated() {
        return login.isPresent() || sasl.isPresent();
    }

    String connectString() {
        return String.join(",", hosts);
    }

    /** Returns the URL for logs and errors. It has no parameters, hence no names of files. */
    String shown() {
        return (tls.isPresent() ? "zookeepers://" : "zookeeper://") + connectString() + path;
    }
}
