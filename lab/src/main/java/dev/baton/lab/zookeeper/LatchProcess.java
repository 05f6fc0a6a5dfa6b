package dev.baton.lab.zookeeper;

import dev.baton.lab.LineProtocol;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.retry.RetryOneTime;

/**
 * A program that runs one {@code LeaderLatch}: {@code SERVERS PATH ID}, with a session of 10 s. Sends {@code waiting} when
 * it has joined and {@code acquired NANOS} when it becomes leader. The command {@code yield} closes the latch and joins
 * again later; the reply is {@code from NANOS}, the time before the call.
 */
public final class LatchProcess {
    private static final int SESSION_MILLIS = 10_000;

    private LatchProcess() {}

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        try (CuratorFramework curator =
                CuratorFrameworkFactory.newClient(args[0], SESSION_MILLIS, SESSION_MILLIS, new RetryOneTime(100))) {
            curator.start();
            LeaderLatch latch = new LeaderLatch(curator, args[1], args[2]);
            latch.addListener(new LeaderLatchListener() {
                @Override
                public void isLeader() {
                    protocol.send("acquired " + System.nanoTime());
                }

                @Override
                public void notLeader() {}
            });
            latch.start();
            curator.checkExists().forPath("/");
            protocol.send("waiting");
            protocol.runCommands(command -> {
                long from = System.nanoTime();
                latch.close();
                protocol.send("from " + from);
            });
        }
    }
}
