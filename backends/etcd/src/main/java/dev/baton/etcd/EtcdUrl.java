package dev.baton.etcd;

import dev.baton.etcd.gateway.EtcdLogin;
import dev.baton.support.text.PasswordFile;
import dev.baton.support.text.ServerListUrl;
import dev.baton.support.text.UrlParameters;
import dev.baton.support.tls.TlsCertificates;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** A parsed URL {@code etcd://HOST:PORT[,…]/PREFIX}, with {@code etcds://} for TLS. */
record EtcdUrl(
        ServerListUrl servers, EtcdOptions options, Optional<SSLContext> certificates, Optional<EtcdLogin> login) {
    /** The variable with the password, if {@code password-file} is not given. */
    static final String PASSWORD_VARIABLE = "BATON_ETCD_PASSWORD";

    private static final String FORM = "etcd://HOST:PORT[,HOST:PORT…]/PREFIX[?ttl=10s&renew=3s&user=NAME"
            + "&password-file=FILE], and etcds://… with tls-ca, tls-cert and tls-key";
    private static final ServerListUrl.Form PLACE = new ServerListUrl.Form("etcd", 2379, "PREFIX", PASSWORD_VARIABLE);

    static EtcdUrl parse(String url, Map<String, String> environment) {
        return UrlParameters.parse(url, FORM, parameters -> parse(url, parameters, environment));
    }

    private static EtcdUrl parse(String url, UrlParameters parameters, Map<String, String> environment) {
        ServerListUrl servers = ServerListUrl.parse(url, parameters, PLACE);
        EtcdOptions defaults = EtcdOptions.of(parameters.takeDuration("ttl").orElse(EtcdOptions.DEFAULT_TTL));
        EtcdOptions options =
                new EtcdOptions(defaults.ttl(), parameters.takeDuration("renew").orElse(defaults.renewInterval()));
        Optional<SSLContext> certificates = certificates(parameters, servers.secure());
        Optional<EtcdLogin> login = login(parameters, environment);
        parameters.refuseOthers();
        servers.refuseOpenPassword(login.isPresent(), parameters);
        return new EtcdUrl(servers, options, certificates, login);
    }

    List<URI> endpoints() {
        String scheme = isSecure() ? "https://" : "http://";
        return servers.hosts().stream().map(host -> URI.create(scheme + host)).toList();
    }

    /** Returns the prefix of all keys, without a slash at its end. */
    String prefix() {
        return servers.place();
    }

    boolean isSecure() {
        return servers.secure();
    }

    String shown() {
        return servers.shown();
    }

    private static Optional<SSLContext> certificates(UrlParameters parameters, boolean tls) {
        Optional<Path> authorities = parameters.take("tls-ca").map(Path::of);
        Optional<Path> certificate = parameters.take("tls-cert").map(Path::of);
        Optional<Path> key = parameters.take("tls-key").map(Path::of);
        boolean own = certificate.isPresent() || key.isPresent();
        if (!tls && (authorities.isPresent() || own)) {
            throw parameters.wrong("tls-ca, tls-cert and tls-key need etcds://");
        }
        if (own && !(certificate.isPresent() && key.isPresent() && authorities.isPresent())) {
            throw parameters.wrong("a client certificate needs all of tls-cert, tls-key and tls-ca");
        }
        return own
                ? Optional.of(TlsCertificates.pem(certificate.get(), key.get(), authorities.get())
                        .context())
                : authorities.map(file -> TlsCertificates.trusting(file).context());
    }

    private static Optional<EtcdLogin> login(UrlParameters parameters, Map<String, String> environment) {
        Optional<String> user = parameters.take("user");
        if (user.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new EtcdLogin(user.get(), PasswordFile.take(parameters, environment, PASSWORD_VARIABLE)));
    }
}
