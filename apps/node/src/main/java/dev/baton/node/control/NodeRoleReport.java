package dev.baton.node.control;

import java.util.Optional;

/**
 * The role of a node and the leader it knows.
 *
 * @param leaderEpoch of the current term, or of the last known one
 */
public record NodeRoleReport(
        String nodeId,
        NodeRole role,
        Optional<Long> leaderEpoch,
        Optional<String> leaderId,
        Optional<String> leaderUrl) {}
