package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The membership of one node: admits messages, distributes newer memberships, and enrols this node's disk. */
final class MemberGroup {
    /** Maximum number of non-members whose disks are remembered, so that they can be added. */
    private static final int MAX_NON_MEMBERS = 64;

    private static final long PERSIST_RETRY = 1_000_000_000;
    private static final long OFFER_GAP = 100_000_000;

    private final MemberNode node;
    final Enrolment enrolment;
    final MembershipChange change;
    private final Map<String, Long> nonMemberDisks = new HashMap<>();
    /** Peers that wait for the confirmation that a membership is on this disk. */
    private final Map<String, ConfigId> unconfirmed = new HashMap<>();

    private final Map<String, Long> offeredAt = new HashMap<>();
    GroupRecord record;
    boolean durable = true;
    private long persistRetryAt = ElectionState.NEVER;
    long highestVote;
    private boolean contradictionReported;
    private boolean impossibleTermReported;

    MemberGroup(MemberNode node, GroupRecord saved, long highestVote) {
        this.node = node;
        this.record = saved;
        this.highestVote = highestVote;
        this.enrolment = new Enrolment(node, this);
        this.change = new MembershipChange(node, this);
    }

    Membership membership() {
        return record.membership();
    }

    boolean isEnrolled() {
        return record.isEnrolled(node.self());
    }

    void noteVote(long term) {
        highestVote = Math.max(highestVote, term);
    }

    /** Returns the disk that a non-member has registered; 0 if none. */
    long diskOf(String nonMember) {
        return nonMemberDisks.getOrDefault(nonMember, 0L);
    }

    /** Returns the disk that the membership names for a member, or that this node has recorded; 0 if none. */
    long recordedDisk(String member) {
        long named = membership().contains(member) ? membership().member(member).store() : 0;
        return named != 0 ? named : record.disks().getOrDefault(member, 0L);
    }

    long wakeAt() {
        return Math.min(persistRetryAt, Math.min(enrolment.wakeAt(), change.wakeAt()));
    }

    void tick(List<NodeEffect> effects) {
        if (node.now.nanos() >= persistRetryAt) {
            persist(effects);
        }
        enrolment.tick(effects);
        change.tick(effects);
    }

    /** Returns whether a message may be processed; sends the membership to a sender with an older one. */
    boolean admits(Envelope envelope, List<NodeEffect> effects) {
        PeerMessage message = envelope.message();
        if (message.highestTerm() > Vote.HIGHEST_TERM) {
            reportImpossibleTerm(envelope.from(), message.highestTerm(), effects);
            return false;
        }
        if (message instanceof PeerMessage.Register) {
            return true;
        }
        ConfigId own = membership().id();
        if (envelope.config().contradicts(own)) {
            reportContradiction(envelope.from(), effects);
            return false;
        }
        if (own.isNewerThan(envelope.config()) && !(message instanceof PeerMessage.Members)) {
            offerMembership(envelope.from(), effects);
        }
        return membership().contains(envelope.from())
                || message instanceof PeerMessage.Members
                || message instanceof PeerMessage.Resign; // A removed leader releases its followers.
    }

    private void reportContradiction(String peer, List<NodeEffect> effects) {
        if (!contradictionReported) {
            contradictionReported = true;
            effects.add(new NodeEffect.Warn("messages of member " + peer
                    + " ignored: it was started with other members than " + membership()
                    + "; start all members with the same list, or add it with \"baton quorum add\""));
        }
    }

    private void reportImpossibleTerm(String peer, long term, List<NodeEffect> effects) {
        if (!impossibleTermReported) {
            impossibleTermReported = true;
            effects.add(new NodeEffect.Warn("messages of member " + peer + " with term " + term
                    + " ignored: the highest possible term is " + Vote.HIGHEST_TERM
                    + "; if its state folder is damaged,"
                    + " remove the member, delete the folder, and add it with \"baton quorum add\""));
        }
    }

    void onMembers(PeerMessage.Members message, List<NodeEffect> effects) {
        Membership received = message.membership();
        if (received.id().isNewerThan(membership().id())) {
            adopt(received, effects);
        }
        if (received.id().equals(membership().id())) {
            unconfirmed.put(message.sender(), received.id());
            confirm(effects);
        }
    }

    void onRegister(PeerMessage.Register message, List<NodeEffect> effects) {
        String peer = message.sender();
        if (membership().contains(peer)) {
            enrolment.onRegister(message, effects);
        } else if (nonMemberDisks.size() < MAX_NON_MEMBERS || nonMemberDisks.containsKey(peer)) {
            nonMemberDisks.put(peer, message.store());
        }
    }

    /** Replaces the membership in memory immediately. Peers receive the confirmation after it is on disk. */
    void adopt(Membership newer, List<NodeEffect> effects) {
        replace(record.with(newer), effects);
        node.applyMembership(effects);
    }

    void replace(GroupRecord next, List<NodeEffect> effects) {
        record = next;
        durable = false;
        persist(effects);
    }

    private void persist(List<NodeEffect> effects) {
        persistRetryAt = node.now.nanos() + PERSIST_RETRY;
        effects.add(new NodeEffect.PersistGroup(record));
    }

    void send(String to, PeerMessage message, List<NodeEffect> effects) {
        effects.add(new NodeEffect.Send(new Envelope(
                node.self(),
                to,
                MemberNode.GROUP,
                node.incarnation(),
                membership().id(),
                message)));
    }

    void persisted(GroupRecord group, List<NodeEffect> effects) {
        if (group.equals(record)) {
            durable = true;
            persistRetryAt = ElectionState.NEVER;
            enrolment.onDurable(effects);
            confirm(effects);
        }
    }

    private void confirm(List<NodeEffect> effects) {
        long groupTerm = node.state(MemberNode.GROUP).term();
        if (!durable || !node.rules.mayConfirm(membership().id().term(), groupTerm)) {
            return;
        }
        unconfirmed.forEach((peer, id) -> {
            if (id.equals(membership().id())) {
                send(peer, new PeerMessage.MembersAck(id.term(), id.version(), node.self(), highestVote), effects);
            }
        });
        unconfirmed.clear();
    }

    /** Sends the membership, at most ten times a second to each peer. */
    private void offerMembership(String peer, List<NodeEffect> effects) {
        long now = node.now.nanos();
        Long last = offeredAt.get(peer);
        boolean recent = last != null && now - last < OFFER_GAP;
        if (recent || offeredAt.size() > 4 * Membership.MAX_MEMBERS) {
            return;
        }
        offeredAt.put(peer, now);
        send(peer, new PeerMessage.Members(membership(), node.self()), effects);
    }
}
