package dev.baton.lab.peers.member;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;

/** Curator's {@code LeaderLatch}. The path of the latch is the name of the election. */
public final class LatchPeer implements ElectionSystem {
    private final CuratorFramework curator;
    private final String id;

    /** Connects to servers. */
    public LatchPeer(String servers, String id) {
        this.curator = CuratorClients.start(servers);
        this.id = id;
    }

    @Override
    public ElectionMember join(String election, Runnable acquired) throws Exception {
        LeaderLatch latch = new LeaderLatch(curator, election, id);
        latch.addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                acquired.run();
            }

            @Override
            public void notLeader() {}
        });
        latch.start();
        curator.checkExists().forPath("/");
        return new ElectionMember() {
            @Override
            public boolean leads() {
                return latch.hasLeadership();
            }

            @Override
            public void release() throws Exception {
                latch.close();
            }
        };
    }

    @Override
    public void close() {
        curator.close();
    }
}
