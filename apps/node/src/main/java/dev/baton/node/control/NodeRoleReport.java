package dev.baton.node.control;

import java.util.Optional;

/**
 * What a node says of itself and of the leader it knows.
 *
 * @param leaderEpoch of the current term, or of the last one known
 */
public record NodeRoleReport(
        String nodeId,
        NodeRole role,
        Optional<Long> leaderEpoch,
        Optional<String> leaderId,
        Optional<String> leaderUrl) {}
