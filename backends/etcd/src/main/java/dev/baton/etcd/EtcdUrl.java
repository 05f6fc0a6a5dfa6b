package dev.baton.etcd;

import dev.baton.etcd.gateway.EtcdLogin;
import dev.baton.support.text.HostList;
import dev.baton.support.text.Names;
import dev.baton.support.text.PasswordFile;
import dev.baton.support.text.UrlParameters;
import dev.baton.support.tls.TlsCertificates;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * A parsed URL {@code etcd://HOST:PORT[,…]/PREFIX}, with {@code etcds://} for TLS.
 *
 * @param prefix the prefix of all keys, without a slash at its end
 */
record EtcdUrl(
        List<URI> endpoints,
        String prefix,
        EtcdOptions options,
        Optional<SSLContext> certificates,
        Optional<EtcdLogin> login) {
    /** The variable with the password, if {@code password-file} is not given. */
    static final String PASSWORD_VARIABLE = "BATON_ETCD_PASSWORD";

    private static final String FORM = "etcd://HOST:PORT[,HOST:PORT…]/PREFIX[?ttl=10s&renew=3s&user=NAME"
            + "&password-file=FILE], and etcds://… with tls-ca, tls-cert and tls-key";
    private static final int DEFAULT_PORT = 2379;

    static EtcdUrl parse(String url, Map<String, String> environment) {
        return UrlParameters.parse(url, FORM, parameters -> parse(url, parameters, environment));
    }

    private static EtcdUrl parse(String url, UrlParameters parameters, Map<String, String> environment) {
        boolean tls = url.startsWith("etcds://");
        if (!tls && !url.startsWith("etcd://")) {
            throw parameters.wrong("this is not the URL of an etcd store");
        }
        String place = UrlParameters.withoutParameters(url).substring(url.indexOf("//") + 2);
        if (place.indexOf('@') >= 0) {
            throw parameters.wrong(
                    "the user is user=NAME; the password is in password-file=FILE or in " + PASSWORD_VARIABLE);
        }
        int slash = place.indexOf('/');
        if (slash <= 0 || slash == place.length() - 1) {
            throw parameters.wrong("the URL has no PREFIX, under which all keys are");
        }
        List<String> hosts = HostList.parse(place.substring(0, slash), DEFAULT_PORT, parameters);
        List<URI> endpoints = hosts.stream()
                .map(host -> URI.create((tls ? "https://" : "http://") + host))
                .toList();
        String prefix = place.substring(slash + 1);
        for (String part : prefix.split("/", -1)) {
            Names.check("each part of the prefix", part);
        }
        EtcdOptions defaults = EtcdOptions.of(parameters.takeDuration("ttl").orElse(EtcdOptions.DEFAULT_TTL));
        EtcdOptions options =
                new EtcdOptions(defaults.ttl(), parameters.takeDuration("renew").orElse(defaults.renewInterval()));
        Optional<SSLContext> certificates = certificates(parameters, tls);
        Optional<EtcdLogin> login = login(parameters, environment);
        parameters.refuseOthers();
        if (login.isPresent() && !tls && !hosts.stream().allMatch(HostList::isLoopback)) {
            throw parameters.wrong("a password to another machine needs TLS: etcds://");
        }
        return new EtcdUrl(endpoints, prefix, options, certificates, login);
    }

    boolean isSecure() {
        return endpoints.get(0).getScheme().equals("https");
    }

    /** Returns the URL for logs and errors. It has no parameters, hence no names of files. */
    String shown() {
        List<String> hosts = endpoints.stream().map(URI::getAuthority).toList();
        return (isSecure() ? "etcds://" : "etcd://") + String.join(",", hosts) + "/" + prefix;
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
