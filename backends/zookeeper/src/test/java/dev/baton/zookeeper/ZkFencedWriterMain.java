package dev.baton.zookeeper;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.fence.ZooKeeperFence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooKeeper;

/** A leader that checks its leadership, waits for a line on its input, and then sends a fenced write without Baton. */
final class ZkFencedWriterMain {

    private ZkFencedWriterMain() {}

    public static void main(String[] args) throws Exception {
        try (Baton baton = Baton.connect(args[0])) {
            Candidate candidate = baton.election("fenced")
                    .candidate(CandidateSettings.builder().instanceId("writer").build());
            candidate.start();
            candidate.awaitLeadership(Duration.ofSeconds(30));
            Leadership leadership = candidate.leadership().orElseThrow();
            List<ZooKeeperFence.Condition> conditions =
                    Fence.byZooKeeper(ZkContractStore.ROOT).conditions(leadership);
            System.out.println("ready");
            while (System.in.read() > 0) {
                System.out.println(write(args[1], conditions) ? "written" : "refused");
            }
        }
    }

    private static boolean write(String addresses, List<ZooKeeperFence.Condition> conditions) throws Exception {
        List<Op> operations = new ArrayList<>();
        conditions.forEach(condition -> operations.add(Op.check(condition.path(), condition.version())));
        operations.add(Op.setData("/written", new byte[] {1}, -1));
        ZooKeeper client = new ZooKeeper(addresses, 5_000, event -> {});
        try {
            client.multi(operations);
            return true;
        } catch (KeeperException.NoNodeException | KeeperException.BadVersionException refused) {
            return false;
        } finally {
            client.close();
        }
    }
}
