package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The list of members as one node has it: who may speak, who hears of a newer list, and whether this node's own
 * disk is known.
 */
final class Group {
    /** Disks of nodes that are no members, remembered so that they can become some. */
    private static final int MOST_STRANGERS = 64;

    private static final long PERSIST_AGAIN = 1_000_000_000;
    private static final long OFFER_AGAIN = 100_000_000;

    private final Node node;
    private final Rules rules;
    private final Enrolment enrolment;
    private final GroupChange change;
    private final Map<String, Long> strangers = new HashMap<>();
    /** Who wants to hear when the list is on disk. */
    private final Map<String, ConfigId> waiting = new HashMap<>();

    private final Map<String, Long> lastSent = new HashMap<>();
    private GroupRecord record;
    private boolean durable = true;
    private long persistAgainAt = Seat.NEVER;
    private long highestVote;
    private boolean contradictionTold;

    Group(Node node, Rules rules, Pace pace, GroupRecord saved, long highestVote) {
        this.node = node;
        this.rules = rules;
        this.record = saved;
        this.highestVote = highestVote;
        this.enrolment = new Enrolment(node, rules, this);
        this.change = new GroupChange(node, rules, pace, this);
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

    void tick(List<Effect> effects) {
        if (node.now().nanos() >= persistAgainAt) {
            persist(effects);
        }
        enrolment.tick(effects);
        change.tick(effects);
    }

    void handle(Event event, List<Effect> effects) {
        if (event instanceof Event.GroupPersisted persisted) {
            persisted(persisted.group(), effects);
        } else {
            change.want(event, effects);
        }
    }

    void linked(String peer, List<Effect> effects) {
        enrolment.introduceTo(peer, effects);
    }

    /** After every event: whatever waits for a seat or a disk looks whether it can go on. */
    void afterwards(List<Effect> effects) {
        change.proceed(effects);
    }

    /** Whether a message may be heard at all; tells its sender when its list is old. */
    boolean admits(Envelope envelope, List<Effect> effects) {
        if (envelope.message() instanceof Message.Register) {
            return true;
        }
        ConfigId ours = membership().id();
        if (envelope.config().contradicts(ours)) {
            if (!contradictionTold) {
                contradictionTold = true;
                effects.add(new Effect.Warn("member " + envelope.from()
                        + " was started with another list of members than "
                        + membership() + "; it is not heard. Start all members with the same list, or add it with"
                        + " \"baton quorum add\""));
            }
            return false;
        }
        if (ours.isNewerThan(envelope.config()) && !(envelope.message() instanceof Message.Members)) {
            offerList(envelope.from(), effects);
        }
        return membership().contains(envelope.from())
                || envelope.message() instanceof Message.Members
                || envelope.message() instanceof Message.Resign; // A removed leader frees those it led.
    }

    /** Whether it was about the group, and is dealt with. */
    boolean receive(Envelope envelope, List<Effect> effects) {
        if (envelope.message() instanceof Message.Members news) {
            hear(envelope.from(), news.membership(), effects);
            return true;
        } else if (envelope.message() instanceof Message.MembersAck ack) {
            change.onAck(ack);
            return true;
        } else if (envelope.message() instanceof Message.Register register) {
            note(register, effects);
            return true;
        } else if (envelope.message() instanceof Message.Registered answer) {
            enrolment.onAnswer(answer, effects);
            return true;
        }
        return false;
    }

    /** Replaces the list, at once in memory; others hear of it when it is on disk. */
    void adopt(Membership newer, List<Effect> effects) {
        replace(record.with(newer), effects);
        node.regroup(effects);
    }

    void replace(GroupRecord next, List<Effect> effects) {
        record = next;
        durable = false;
        persist(effects);
    }

    private void persist(List<Effect> effects) {
        persistAgainAt = node.now().nanos() + PERSIST_AGAIN;
        effects.add(new Effect.PersistGroup(record));
    }

    void send(String to, Message message, List<Effect> effects) {
        effects.add(new Effect.Send(new Envelope(
                node.self(), to, Node.GROUP, node.incarnation(), membership().id(), message)));
    }

    private void hear(String from, Membership theirs, List<Effect> effects) {
        if (theirs.id().isNewerThan(membership().id())) {
            adopt(theirs, effects);
        }
        if (theirs.id().equals(membership().id())) {
            waiting.put(from, theirs.id());
            answerWaiting(effects);
        }
    }

    private void persisted(GroupRecord group, List<Effect> effects) {
        if (group.equals(record)) {
            durable = true;
            persistAgainAt = Seat.NEVER;
            enrolment.onDurable(effects);
            answerWaiting(effects);
        }
    }

    private void answerWaiting(List<Effect> effects) {
        long groupTerm = node.seat(Node.GROUP).term();
        if (!isDurable() || !rules.mayConfirm(membership().id().term(), groupTerm)) {
            return;
        }
        waiting.forEach((peer, id) -> {
            if (id.equals(membership().id())) {
                send(peer, new Message.MembersAck(id.term(), id.version(), node.self(), highestVote), effects);
            }
        });
        waiting.clear();
    }

    private void note(Message.Register register, List<Effect> effects) {
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
    private void offerList(String peer, List<Effect> effects) {
        long now = node.now().nanos();
        Long last = lastSent.get(peer);
        boolean recent = last != null && now - last < OFFER_AGAIN;
        if (recent || lastSent.size() > 4 * Membership.MOST_MEMBERS) {
            return;
        }
        lastSent.put(peer, now);
        send(peer, new Message.Members(membership(), node.self()), effects);
    }
}
