package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import dev.baton.support.text.ZkElectionPaths;
import dev.baton.support.text.ZkElectionPaths.LeaderNode;
import java.util.List;

/**
 * Makes a multi of ZooKeeper depend on a leadership: it is applied only if the leader's node exists and no later epoch is
 * stored. Works with any client of ZooKeeper, and sends nothing itself. Thread-safe.
 *
 * <p>Add a check for each condition to the multi that writes. ZooKeeper checks and writes in one step, so a former leader's
 * write is refused even if it was frozen just before it sent it, and also if the next leader is a program without Baton.
 * A node that was the lowest once stays the lowest, so its existence proves the leadership of a confirmed leader.
 *
 * <pre>{@code
 * List<Op> operations = new ArrayList<>();
 * Fence.byZooKeeper("/elections").conditions(leadership)
 *         .forEach(condition -> operations.add(Op.check(condition.path(), condition.version())));
 * operations.add(Op.setData("/report", data, -1));
 * zooKeeper.multi(operations); // NoNodeException or BadVersionException if the write was refused
 * }</pre>
 */
public final class ZooKeeperFence {
    private final String path;

    ZooKeeperFence(String path) {
        this.path = path;
    }

    /**
     * One check of a multi.
     *
     * @param path the node that must exist
     * @param version the version that it must have; -1 for any
     */
    public record Condition(String path, int version) {}

    /**
     * Returns the conditions that hold only while the leadership is the current one.
     *
     * @throws LeadershipLostException if the leadership is not valid
     * @throws BatonException if it is not one of a {@code zookeeper:} election
     */
    public List<Condition> conditions(Leadership leadership) {
        Fence.requireLeader(leadership);
        LeaderNode own = leadership
                .tenureId()
                .flatMap(LeaderNode::parse)
                .orElseThrow(() -> new BatonException("the leadership of " + leadership.election() + " by "
                        + leadership.instanceId() + " is not one on ZooKeeper; use Fence.byHighestSeen()"));
        ZkElectionPaths paths = new ZkElectionPaths(path, leadership.election());
        return List.of(
                new Condition(paths.candidates() + "/" + own.node(), -1),
                new Condition(paths.epoch(), own.epochVersion()));
    }
}
