package dev.baton.zookeeper;

import dev.baton.spi.recipe.CommandRecord;
import dev.baton.spi.recipe.OptionalEpoch;
import dev.baton.support.text.Names;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes of one election. They were read one after the other: what was read later is never older.
 *
 * @param candidates the names of the recipe's nodes, the lowest first; read first
 * @param ranks what candidates of Baton added, by their ids
 * @param lowestNode the lowest candidate; empty if there is none, or if it went while it was being read
 */
record ZkSnapshot(
        List<String> candidates,
        Map<String, Integer> ranks,
        Optional<ZkNode> epochNode,
        Optional<ZkNode> offsetNode,
        Optional<ZkNode> commandNode,
        Optional<ZkNode> reservation,
        Optional<ZkNode> lowestNode) {

    Optional<String> lowest() {
        return candidates.stream().findFirst();
    }

    /** Returns the name of the node that this attempt created. */
    Optional<String> nameOf(CandidateNode own) {
        return candidates.stream().filter(own::isNamed).findFirst();
    }

    static OptionalEpoch number(Optional<ZkNode> node) {
        return node.map(found -> OptionalEpoch.parse(found.text())).orElse(OptionalEpoch.NONE);
    }

    /** Returns the epoch of the last confirmed tenure; 0 for none, or if it is unreadable. */
    long epoch() {
        return number(epochNode).orZero();
    }

    long offset() {
        return number(offsetNode).orZero();
    }

    Optional<CommandRecord> command() {
        return commandNode.flatMap(node -> CommandRecord.read(node.text()));
    }

    /** Returns the instance that shall lead next, if that is not the given one. */
    Optional<String> reservedForOther(String instanceId) {
        return reservation.map(ZkNode::text).filter(Names::isName).filter(name -> !name.equals(instanceId));
    }

    boolean isOfBaton(String candidate) {
        return ranks.containsKey(CandidateNode.idOf(candidate));
    }

    /** Returns whether another candidate of Baton with a higher priority is in the queue. */
    boolean isOutranked(CandidateNode own) {
        return candidates.stream()
                .map(CandidateNode::idOf)
                .anyMatch(id -> !id.equals(own.id()) && ranks.getOrDefault(id, Integer.MIN_VALUE) > own.priority());
    }

    /**
     * Returns the leader: the lowest candidate, and if it is one of Baton, only after its tenure was confirmed. Another
     * program confirms nothing.
     */
    Optional<ZkNode> leader() {
        return lowestNode.filter(node -> !isOfBaton(ZkPaths.lastPart(node.path())) || epoch() == epochOf(node));
    }

    /** Returns the epoch of a leader. */
    long epochOf(ZkNode leader) {
        return leader.created() + offset();
    }

    /** Returns the name of a candidate for people: the data of a foreign node can be anything. */
    static String shown(ZkNode candidate) {
        return Names.isName(candidate.text())
                ? candidate.text()
                : "(foreign candidate " + ZkPaths.lastPart(candidate.path()) + ")";
    }
}
