package dev.baton.zookeeper;

import java.io.IOException;
import java.time.Duration;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/** Creates ZooKeeper's clients with the encryption and the credentials of a URL. */
record ZkClients(ZkUrl url) {

    /** Starts a client, which connects in the background. */
    ZooKeeper start(Duration session, Watcher watcher) {
        ZKClientConfig config = new ZKClientConfig();
        url.tls().ifPresent(tls -> tls.apply(config));
        // A JAAS section of another part of the program must not decide who this process is.
        config.setProperty(
                ZKClientConfig.ENABLE_CLIENT_SASL_KEY,
                Boolean.toString(url.sasl().isPresent()));
        url.sasl().ifPresent(section -> config.setProperty(ZKClientConfig.LOGIN_CONTEXT_NAME_KEY, section));
        config.setProperty(
                ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT,
                Long.toString(url.options().patience().toMillis()));
        try {
            ZooKeeper client = new ZooKeeper(url.connectString(), (int) session.toMillis(), watcher, false, config);
            url.login().ifPresent(login -> client.addAuthInfo("digest", login.digest()));
            return client;
        } catch (IOException | IllegalArgumentException failed) {
            throw new ZkException("cannot connect: " + failed.getMessage(), Code.CONNECTIONLOSS);
        }
    }
}
