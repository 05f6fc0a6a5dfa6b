package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import dev.baton.support.text.EtcdElectionKeys;
import dev.baton.support.text.EtcdElectionKeys.CandidateKey;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Makes a transaction of etcd depend on a leadership: it is applied only if the leader's key exists, is the lowest of its
 * election, and no later epoch is stored. Works with any client of etcd, and sends nothing itself. Thread-safe.
 *
 * <p>Add all conditions to the transaction that writes. etcd compares and writes in one step, so a former leader's write
 * is refused even if it was frozen just before it sent it, and also if the next leader is a program without Baton.
 *
 * <pre>{@code
 * EtcdFence fence = Fence.byEtcd("elections");
 * String body = "{\"compare\":" + fence.compareJson(leadership) + ",\"success\":[" + put + "]}";
 * // POST the body to http://HOST:2379/v3/kv/txn; "succeeded" is missing in the answer if the write was refused.
 * }</pre>
 */
public final class EtcdFence {
    private final String prefix;

    EtcdFence(String prefix) {
        this.prefix = prefix;
    }

    /**
     * Returns the conditions that hold only while the leadership is the current one.
     *
     * @throws LeadershipLostException if the leadership is not valid
     * @throws BatonException if it is not one of an {@code etcd:} election
     */
    public List<EtcdCondition> conditions(Leadership leadership) {
        Fence.requireLeader(leadership);
        CandidateKey own = leadership
                .tenureId()
                .flatMap(CandidateKey::parse)
                .orElseThrow(() -> new BatonException("the leadership of " + leadership.election() + " by "
                        + leadership.instanceId() + " is not one on etcd; use Fence.byHighestSeen()"));
        EtcdElectionKeys keys = new EtcdElectionKeys(prefix, leadership.election());
        return List.of(
                new EtcdCondition(
                        EtcdCondition.Kind.CREATE_REVISION_EQUALS, keys.candidate(own), "", own.createRevision(), ""),
                new EtcdCondition(
                        EtcdCondition.Kind.CREATE_REVISION_GREATER,
                        keys.candidates(),
                        keys.afterCandidates(),
                        own.createRevision() - 1,
                        ""),
                new EtcdCondition(
                        EtcdCondition.Kind.VALUE_EQUALS, keys.epoch(), "", 0, Long.toString(leadership.epoch())));
    }

    /**
     * Returns the conditions as the value of {@code compare} in a request to {@code /v3/kv/txn} of etcd's JSON gateway.
     *
     * @throws LeadershipLostException if the leadership is not valid
     */
    public String compareJson(Leadership leadership) {
        return conditions(leadership).stream().map(EtcdCondition::toJson).collect(Collectors.joining(",", "[", "]"));
    }
}
