package dev.baton.quorum.mqtt;

import dev.baton.quorum.GroupUrlParameters;
import dev.baton.quorum.TlsFiles;
import dev.baton.quorum.wire.MemberCertificates;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the broker is reached: where it is, as whom, and with which certificates.
 *
 * @param authorities a PEM file with those whose certificates are believed, where no certificate of one's own is shown;
 *     without it and without {@code own}, those that Java believes
 */
record BrokerAccess(BrokerAddress broker, Optional<BrokerLogin> login, Optional<Path> authorities, TlsFiles own) {
    static final Set<String> OPTIONS =
            Set.of("user", "password-file", "tls-keystore", "tls-password-file", "tls-cert", "tls-key", "tls-ca");

    /** A broker that wants neither. */
    static BrokerAccess open(BrokerAddress broker) {
        return new BrokerAccess(broker, Optional.empty(), Optional.empty(), new TlsFiles(List.of(), List.of()));
    }

    static BrokerAccess in(GroupUrlParameters options, BrokerAddress broker, Map<String, String> environment) {
        Optional<BrokerLogin> login = BrokerLogin.in(options, environment);
        if (login.isPresent() && !broker.isPrivate()) {
            throw options.wrong("a password would be readable on the way to " + broker.host() + "; use mqtts://");
        }
        boolean onlyAuthorities = options.get("tls-ca").isPresent()
                && options.get("tls-cert").isEmpty()
                && options.get("tls-key").isEmpty();
        Optional<Path> authorities = onlyAuthorities ? options.get("tls-ca").map(Path::of) : Optional.empty();
        TlsFiles own = onlyAuthorities ? new TlsFiles(List.of(), List.of()) : TlsFiles.in(options);
        boolean hasFiles = authorities.isPresent()
                || !own.keystore().isEmpty()
                || !own.pem().isEmpty();
        if (hasFiles && !broker.secure()) {
            throw options.wrong("certificates are for TLS; use mqtts://");
        }
        return new BrokerAccess(broker, login, authorities, own);
    }

    /** What is shown to the broker and believed of it; empty for Java's own authorities. */
    Optional<MemberCertificates> certificates() {
        return authorities.map(MemberCertificates::believing).or(own::open);
    }
}
