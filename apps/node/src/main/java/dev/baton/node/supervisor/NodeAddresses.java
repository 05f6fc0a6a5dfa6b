package dev.baton.node.supervisor;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.LeaderInfo;
import java.util.Optional;

/**
 * The URLs of the running nodes. Each node leads an election of its own, which records its URL: see {@link NodeIdLock}. A
 * member of a group needs no lock for its id, and leads that election only for its URL.
 */
final class NodeAddresses implements AutoCloseable {
    private final Baton baton;
    private final Optional<Candidate> member;

    /**
     * Publishes the URL of this node if it is a member of a group.
     *
     * @param isGroup whether the members of a group are the store of the election
     */
    NodeAddresses(Baton baton, NodeSettings settings, boolean isGroup) {
        this.baton = baton;
        this.member = isGroup ? Optional.of(published(baton, settings)) : Optional.empty();
    }

    private static Candidate published(Baton baton, NodeSettings settings) {
        CandidateSettingsBuilder builder = CandidateSettings.builder()
                .instanceId(settings.nodeId())
                .url(settings.controller().url());
        settings.validity().ifPresent(builder::validity);
        Candidate candidate =
                baton.election(NodeIdLock.electionOf(settings.nodeId())).candidate(builder.build());
        candidate.start();
        return candidate;
    }

    /** Returns the URL of a running node; empty if it is not known. */
    Optional<String> urlOf(String nodeId) {
        try {
            return baton.election(NodeIdLock.electionOf(nodeId)).leader().flatMap(LeaderInfo::url);
        } catch (BatonException | IllegalArgumentException unknown) {
            NodeSupervisor.LOG.debug("cannot look up node {}", nodeId, unknown);
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        member.ifPresent(NodeSupervisor::close);
    }
}
