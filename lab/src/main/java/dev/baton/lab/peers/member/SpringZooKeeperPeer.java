package dev.baton.lab.peers.member;

import org.apache.curator.framework.CuratorFramework;
import org.springframework.integration.zookeeper.leader.LeaderInitiator;

/** Spring Integration's leader initiator on ZooKeeper, which uses Curator's {@code LeaderSelector}. */
public final class SpringZooKeeperPeer implements ElectionSystem {
    private final CuratorFramework curator;

    /** Connects to servers. */
    public SpringZooKeeperPeer(String servers) {
        this.curator = CuratorClients.start(servers);
    }

    @Override
    public ElectionMember join(String election, Runnable acquired) {
        LeaderInitiator initiator = new LeaderInitiator(curator, new SpringCandidate(election, acquired));
        initiator.start();
        return SpringCandidate.member(initiator::getContext);
    }

    @Override
    public void close() {
        curator.close();
    }
}
