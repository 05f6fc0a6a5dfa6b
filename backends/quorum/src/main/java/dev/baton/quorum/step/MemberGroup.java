package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The list of members as one node has it: who may speak, who hears of a newer list, and whether this node's own
 * disk is known.
 */
final class MemberGroup {
    /** Disks of nodes that are no members, remembered so that they can become some. */
    private static final int MOST_STRANGERS = 64;

    private static final long PERSIST_AGAIN = 1_000_000_000;
    private static final long OFFER_AGAIN = 100_000_000;

    private final MemberNode node;
    private final SafetyRules rules;
    private final Enrolment enrolment;
    private final MembershipChange change;
    private final Map<String, Long> strangers = new HashMap<>();
    /** Who wants to hear when the list is on disk. */
    private final Map<String, ConfigId> waiting = new HashMap<>();

    private final Map<String, Long> lastSent = new HashMap<>();
    private GroupRecord record;
    private boolean durable = true;
    private long persistAgainAt = ElectionState.NEVER;
    private long highestVote;
    private boolean contradictionTold;

    MemberGroup(MemberNode node, SafetyRules rules, TimingNanos pace, GroupRecord saved, long highestVote) {
        this.node = node;
        this.rules = rules;
        this.record = saved;
        this.highestVote = highestVote;
        this.enrolment = new Enrolment(node, rules, this);
        this.change = new MembershipChange(node, rules, pace, this);
    }

    Membership membership() {
        return record.membership();
    }

    GroupRecord record() {
        return record;
    }

    boolean isEnrolled() {
        return record.isEnrolled(node.self());
    }

    boolean isDurable() {
        return durable;
    }

    long highestVote() {
        return highestVote;
    }

    void noteVote(long term) {
        highestVote = Math.max(highestVote, term);
    }

    /** The disk of a node that has introduced itself; 0 when it has not. */
    long diskOf(String stranger) {
        return strangers.getOrDefault(stranger, 0L);
    }

    long wakeAt() {
        return Math.min(persistAgainAt, Math.min(enrolment.wakeAt(), change.wakeAt()));
    }

    void tick(List<NodeEffect> effects) {
        if (node.now().nanos() >= persistAgainAt) {
            persist(effects);
        }
        enrolment.tick(effects);
        change.tick(effects);
    }

    void handle(NodeEvent event, List<NodeEffect> effects) {
        if (event instanceof NodeEvent.GroupPersisted persisted) {
            persisted(persisted.group(), effects);
        } else {
            change.want(event, effects);
        }
    }

    void linked(String peer, List<NodeEffect> effects) {
        enrolment.introduceTo(peer, effects);
    }

    /** After every event: whatever waits for a seat or a disk looks whether it can go on. */
    void afterwards(List<NodeEffect> effects) {
        change.proceed(effects);
    }

    /** Whether a message may be heard at all; tells its sender when its list is old. */
    boolean admits(Envelope envelope, List<NodeEffect> effects) {
        if (envelope.message() instanceof PeerMessage.Register) {
            return true;
        }
        ConfigId ours = membership().id();
        if (envelope.config().contradicts(ours)) {
            if (!contradictionTold) {
                contradictionTold = true;
                effects.add(new NodeEffect.Warn("member " + envelope.from()
                        + " was started with another list of members than "
                        + membership() + "; it is not heard. Start all members with the same list, or add it with"
                        + " \"baton quorum add\""));
            }
            return false;
        }
        if (ours.isNewerThan(envelope.config()) && !(envelope.message() instanceof PeerMessage.Members)) {
            offerList(envelope.from(), effects);
        }
        return membership().contains(envelope.from())
                || envelope.message() instanceof PeerMessage.Members
                || envelope.message() instanceof PeerMessage.Resign; // A removed leader frees those it led.
    }

    /** Whether it was about the group, and is dealt with. */
    boolean receive(Envelope envelope, List<NodeEffect> effects) {
        if (envelope.message() instanceof PeerMessage.Members news) {
            hear(envelope.from(), news.membership(), effects);
            return true;
        } else if (envelope.message() instanceof PeerMessage.MembersAck ack) {
            change.onAck(ack);
            return true;
        } else if (envelope.message() instanceof PeerMessage.Register register) {
            note(register, effects);
            return true;
        } else if (envelope.message() instanceof PeerMessage.Registered answer) {
            enrolment.onAnswer(answer, effects);
            return true;
        }
        return false;
    }

    /** Replaces the list, at once in memory; others hear of it when it is on disk. */
    void adopt(Membership newer, List<NodeEffect> effects) {
        replace(record.with(newer), effects);
        node.regroup(effects);
    }

    void replace(GroupRecord next, List<NodeEffect> effects) {
        record = next;
        durable = false;
        persist(effects);
    }

    private void persist(List<NodeEffect> effects) {
        persistAgainAt = node.now().nanos() + PERSIST_AGAIN;
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

    private void hear(String from, Membership theirs, List<NodeEffect> effects) {
        if (theirs.id().isNewerThan(membership().id())) {
            adopt(theirs, effects);
        }
        if (theirs.id().equals(membership().id())) {
            waiting.put(from, theirs.id());
            answerWaiting(effects);
        }
    }

    private void persisted(GroupRecord group, List<NodeEffect> effects) {
        if (group.equals(record)) {
            durable = true;
            persistAgainAt = ElectionState.NEVER;
            enrolment.onDurable(effects);
            answerWaiting(effects);
        }
    }

    private void answerWaiting(List<NodeEffect> effects) {
        long groupTerm = node.seat(MemberNode.GROUP).term();
        if (!isDurable() || !rules.mayConfirm(membership().id().term(), groupTerm)) {
            return;
        }
        waiting.forEach((peer, id) -> {
            if (id.equals(membership().id())) {
                send(peer, new PeerMessage.MembersAck(id.term(), id.version(), node.self(), highestVote), effects);
            }
        });
        waiting.clear();
    }

    private void note(PeerMessage.Register register, List<NodeEffect> effects) {
        String peer = register.memberId();
        if (!membership().contains(peer)) {
            if (strangers.size() < MOST_STRANGERS || strangers.containsKey(peer)) {
                strangers.put(peer, register.store());
            }
            return;
        }
        enrolment.onRegister(register, effects);
    }

    /** At most ten times a second to each peer. */
    private void offerList(String peer, List<NodeEffect> effects) {
        long now = node.now().nanos();
        Long last = lastSent.get(peer);
        boolean recent = last != null && now - last < OFFER_AGAIN;
        if (recent || lastSent.size() > 4 * Membership.MOST_MEMBERS) {
            return;
        }
        lastSent.put(peer, now);
        send(peer, new PeerMessage.Members(membership(), node.self()), effects);
    }
}
