package dev.baton.zookeeper;

import dev.baton.support.text.Names;
import dev.baton.support.text.PasswordFile;
import dev.baton.support.text.ServerListUrl;
import dev.baton.support.text.UrlParameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A parsed URL {@code zookeeper://HOST:PORT[,…]/PATH}, with {@code zookeepers://} for TLS.
 *
 * @param sasl the section of the JAAS configuration with the credentials of this process
 */
record ZkUrl(
        ServerListUrl servers, ZkOptions options, Optional<ZkTls> tls, Optional<ZkLogin> login, Optional<String> sasl) {
    /** The variable with the password, if {@code password-file} is not given. */
    static final String PASSWORD_VARIABLE = "BATON_ZOOKEEPER_PASSWORD";

    private static final String FORM = "zookeeper://HOST:PORT[,HOST:PORT…]/PATH[?session=10s&renew=1s&user=NAME"
            + "&password-file=FILE&sasl=SECTION], and zookeepers://… with tls-ca and tls-identity";
    private static final ServerListUrl.Form PLACE =
            new ServerListUrl.Form("zookeeper", 2181, "PATH", PASSWORD_VARIABLE);

    static ZkUrl parse(String url, Map<String, String> environment) {
        return UrlParameters.parse(url, FORM, parameters -> parse(url, parameters, environment));
    }

    private static ZkUrl parse(String url, UrlParameters parameters, Map<String, String> environment) {
        ServerListUrl servers = ServerListUrl.parse(url, parameters, PLACE);
        ZkOptions defaults = ZkOptions.of(parameters.takeDuration("session").orElse(ZkOptions.DEFAULT_SESSION));
        ZkOptions options = new ZkOptions(
                defaults.session(), parameters.takeDuration("renew").orElse(defaults.renewInterval()));
        Optional<ZkTls> tls = tls(parameters, servers.secure());
        Optional<ZkLogin> login = parameters
                .take("user")
                .map(user -> new ZkLogin(user, PasswordFile.take(parameters, environment, PASSWORD_VARIABLE)));
        Optional<String> sasl = parameters.take("sasl").map(section -> Names.check("sasl", section));
        parameters.refuseOthers();
        if (login.isPresent() && sasl.isPresent()) {
            throw parameters.wrong("user is for the scheme digest and sasl for a JAAS section: give one of them");
        }
        servers.refuseOpenPassword(login.isPresent(), parameters);
        return new ZkUrl(servers, options, tls, login, sasl);
    }

    /** Returns the servers, {@code HOST:PORT} each. */
    List<String> hosts() {
        return servers.hosts();
    }

    /** Returns the node under which all nodes are, with a slash at its begin. */
    String path() {
        return "/" + servers.place();
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
        return login.isPresent()
                || sasl.isPresent()
                || tls.flatMap(ZkTls::identity).isPresent();
    }

    String connectString() {
        return String.join(",", hosts());
    }

    String shown() {
        return servers.shown();
    }
}
