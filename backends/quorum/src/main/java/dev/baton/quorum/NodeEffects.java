package dev.baton.quorum;

import dev.baton.ClockReading;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.NodeEffect;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.Vote;
import dev.baton.quorum.step.WriteBacklog;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out the effects of the node: messages, writes, and changes of leadership. Used only by the member's thread. */
final class NodeEffects implements NodeEffect.Handler {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    /** Delay of a member list, per member: at the first start, the registrations of all members share one write. */
    private static final long MEMBERS_DELAY_NANOS = 500_000;

    private final GroupMember member;
    private final StateFolder storage;
    private final WriteBacklog backlog = new WriteBacklog();
    private long membersDueAt = Long.MAX_VALUE;
    private ClockReading now = new ClockReading(0, 0);

    NodeEffects(GroupMember member, StateFolder storage) {
        this.member = member;
        this.storage = storage;
    }

    void apply(NodeEffect effect, ClockReading at) {
        now = at;
        effect.accept(this);
    }

    @Override
    public void send(NodeEffect.Send effect) {
        member.storedNames.sendNew(effect.envelope().to());
        member.transport.send(member.earlierPeers.toSend(effect.envelope(), member.node.membership()));
    }

    @Override
    public void persist(NodeEffect.Persist effect) {
        backlog.add(effect);
    }

    @Override
    public void persistGroup(NodeEffect.PersistGroup effect) {
        backlog.add(effect);
    }

    @Override
    public void savePromise(NodeEffect.SavePromise effect) {
        storage.remember(effect.election(), effect.promise());
    }

    @Override
    public void lead(NodeEffect.Lead effect) {
        if (hasCandidates(effect.election())) {
            member.metrics.elected(effect.election(), member.self());
            member.candidates(effect.election()).won(effect.term(), effect.nanos(), now);
        }
    }

    @Override
    public void steppedDown(NodeEffect.SteppedDown effect) {
        if (hasCandidates(effect.election())) {
            member.candidates(effect.election()).lost(effect.term(), effect.cause());
        }
    }

    @Override
    public void follow(NodeEffect.Follow effect) {
        if (hasCandidates(effect.election())) {
            member.metrics.elected(effect.election(), effect.leader());
            member.candidates(effect.election()).follow(effect.leader(), effect.term());
        }
    }

    /** The group's own election decides only which member may change the member list. */
    private static boolean hasCandidates(String election) {
        return !election.equals(MemberNode.GROUP);
    }

    @Override
    public void membershipChanged(NodeEffect.MembershipChanged effect) {
        member.membersChanged(effect);
    }

    @Override
    public void warn(NodeEffect.Warn effect) {
        LOG.warn("{}", effect.what());
    }

    /**
     * Makes the pending votes durable, all with one write. Messages that do not depend on the write leave before it, so
     * that peers process them meanwhile.
     */
    void persistVotes() {
        while (backlog.hasVotes()) {
            member.transport.flush();
            persist(backlog.takeVotes());
        }
    }

    private void persist(Map<String, Vote> votes) {
        votes.forEach(member.metrics::voted);
        member.storedNames.voted(votes.keySet());
        try {
            storage.persist(votes);
            votes.forEach((election, vote) -> member.handle(new NodeEvent.Persisted(election, vote)));
        } catch (IOException failed) {
            LOG.warn(
                    "member={} could not write its votes in {}, so it does not vote: {}",
                    member.self(),
                    String.join(", ", votes.keySet()),
                    failed.toString());
            votes.forEach(
                    (election, vote) -> member.handle(new NodeEvent.PersistFailed(election, vote, failed.toString())));
        }
    }

    /** Makes the pending member list durable, if it is due. */
    void persistMembers() {
        if (member.clock.nanos() < membersDueAt()) {
            return;
        }
        membersDueAt = Long.MAX_VALUE;
        GroupRecord members = backlog.takeGroup().orElseThrow();
        try {
            storage.persist(members);
            member.handle(new NodeEvent.GroupPersisted(members));
        } catch (IOException failed) {
            LOG.warn(
                    "member={} could not write its member list, and tries again: {}", member.self(), failed.toString());
        }
    }

    /** Returns when to write the member list; {@code Long.MAX_VALUE} if there is nothing to write. */
    long membersDueAt() {
        if (backlog.hasGroup() && membersDueAt == Long.MAX_VALUE) {
            membersDueAt = member.clock.nanos()
                    + MEMBERS_DELAY_NANOS * member.node.membership().size();
        }
        return membersDueAt;
    }
}
