package dev.baton.lab.peers.member;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** Connections to ZooKeeper with a session of 10 s, like those of Baton. */
final class CuratorClients {
    private static final int SESSION_MILLIS = 10_000;

    private CuratorClients() {}

    static CuratorFramework start(String servers) {
        CuratorFramework curator =
                CuratorFrameworkFactory.newClient(servers, SESSION_MILLIS, SESSION_MILLIS, new RetryOneTime(100));
        curator.start();
        return curator;
    }
}
