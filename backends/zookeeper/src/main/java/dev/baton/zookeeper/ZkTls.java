package dev.baton.zookeeper;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * How the connection is encrypted.
 *
 * @param authorities a PEM file with the trusted authorities; empty for those of the JDK
 * @param identity a PEM file with the certificate of this process and its key
 */
record ZkTls(Optional<Path> authorities, Optional<Path> identity) {

    void apply(ZKClientConfig config) {
        config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
        config.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
        authorities.ifPresent(file -> {
            config.setProperty("zookeeper.ssl.trustStore.location", file.toString());
            config.setProperty("zookeeper.ssl.trustStore.type", "PEM");
        });
        identity.ifPresent(file -> {
            config.setProperty("zookeeper.ssl.keyStore.location", file.toString());
            config.setProperty("zookeeper.ssl.keyStore.type", "PEM");
        });
    }
}
