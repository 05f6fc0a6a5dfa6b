package dev.baton.quorum.mqtt;

import dev.baton.quorum.GroupUrlParameters;
import dev.baton.quorum.TlsFiles;
import dev.baton.support.tls.TlsCertificates;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to connect to the broker.
 *
 * @param authorities a PEM file with the trusted authorities, if no certificate is presented; without it and without
 *     {@code own}, the JVM's trust store is used
 * @param own the certificate to present, and the trusted authorities
 */
record BrokerAccess(BrokerAddress broker, Optional<BrokerLogin> login, Optional<Path> authorities, TlsFiles own) {
    /** The parameters of a URL that {@link #in} reads, besides {@link TlsFiles#PARAMETERS}. */
    static final List<String> PARAMETERS = List.of("user", "password-file");

    /** Returns access without a password and without certificates. */
    static BrokerAccess open(BrokerAddress broker) {
        return new BrokerAccess(broker, Optional.empty(), Optional.empty(), TlsFiles.NONE);
    }

    static BrokerAccess in(GroupUrlParameters parameters, BrokerAddress broker, Map<String, String> environment) {
        Optional<BrokerLogin> login = BrokerLogin.in(parameters, environment);
        parameters.require(
                login.isEmpty() || broker.isPrivate(),
                "the password for " + broker.host() + " would not be encrypted; use mqtts://");
        boolean onlyAuthorities = parameters.get("tls-cert").isEmpty()
                && parameters.get("tls-key").isEmpty();
        Optional<Path> authorities =
                parameters.get("tls-ca").filter(file -> onlyAuthorities).map(Path::of);
        TlsFiles own = authorities.isPresent() ? TlsFiles.NONE : TlsFiles.in(parameters);
        parameters.require(
                broker.secure() || (authorities.isEmpty() && own.equals(TlsFiles.NONE)),
                "certificates need TLS; use mqtts://");
        return new BrokerAccess(broker, login, authorities, own);
    }

    /** Reads the certificates; empty to use the JVM's trust store. */
    Optional<TlsCertificates> certificates() {
        return authorities.map(TlsCertificates::trusting).or(own::read);
    }
}
