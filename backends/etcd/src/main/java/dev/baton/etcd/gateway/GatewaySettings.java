package dev.baton.etcd.gateway;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How the members are reached.
 *
 * @param endpoints the client URLs of the members
 * @param tls the certificates; empty for the JVM's own, or without TLS
 * @param login the user, if etcd requires one
 * @param timeout the time limit of one request
 */
public record GatewaySettings(
        List<URI> endpoints, Optional<SSLContext> tls, Optional<EtcdLogin> login, Duration timeout) {

    public GatewaySettings {
        endpoints = List.copyOf(endpoints);
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("at least one endpoint is necessary");
        }
    }
}
