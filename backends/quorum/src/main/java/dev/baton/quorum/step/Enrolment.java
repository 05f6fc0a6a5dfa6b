package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The enrolment of a new disk: most of the other members record its number before it may vote ({@link
 * SafetyRules#isRegistered}). A member that lost its disk cannot enrol another one under its name, because two such sets
 * share a peer that has kept the old number, even if a majority of the members lost their disks.
 *
 * <p>That holds only for the founding members: a witness may be removed, and nobody asks it any more. So under a later
 * membership a disk votes if the membership names it, and cannot enrol itself.
 */
final class Enrolment {
    private static final long FIRST_GAP = 50_000_000;
    private static final long MAX_GAP = 1_000_000_000;

    private final MemberNode node;
    private final MemberGroup group;
    private final Set<String> registeredWith = new HashSet<>();
    /** Peers whose disk is being recorded; they are answered when the record is durable. */
    private final Map<String, Long> unanswered = new HashMap<>();

    private long registerAt;
    private long gap = FIRST_GAP;
    private boolean exclusionReported;

    Enrolment(MemberNode node, MemberGroup group) {
        this.node = node;
        this.group = group;
        this.registerAt = node.now.nanos();
    }

    long wakeAt() {
        return group.isEnrolled() ? ElectionState.NEVER : registerAt;
    }

    void tick(List<NodeEffect> effects) {
        if (group.isEnrolled() || node.now.nanos() < registerAt) {
            return;
        }
        registerAt = node.now.nanos() + gap;
        gap = Math.min(MAX_GAP, 2 * gap);
        if (isRegistered()) {
            enrol(effects);
            return;
        }
        group.membership().members().forEach(member -> registerWith(member.id(), effects));
    }

    private boolean isRegistered() {
        return group.membership().isFounding()
                && node.rules.isRegistered(
                        registeredWith.size(), group.membership().size());
    }

    /** Sends the number of this disk to a peer, unless the peer has recorded it. */
    void registerWith(String peer, List<NodeEffect> effects) {
        boolean isOther = group.membership().contains(peer) && !peer.equals(node.self());
        if (isOther && !group.isEnrolled() && !registeredWith.contains(peer)) {
            group.send(peer, new PeerMessage.Register(node.self(), group.record.store()), effects);
        }
    }

    void onRegister(PeerMessage.Register register, List<NodeEffect> effects) {
        String peer = register.sender();
        long known = group.recordedDisk(peer);
        if (known == 0) {
            unanswered.put(peer, register.store());
            group.replace(group.record.withDisk(peer, register.store()), effects);
        } else if (!unanswered.containsKey(peer)) {
            group.send(peer, new PeerMessage.Registered(node.self(), known), effects);
        }
    }

    void onDurable(List<NodeEffect> effects) {
        unanswered.forEach((peer, store) -> group.send(peer, new PeerMessage.Registered(node.self(), store), effects));
        unanswered.clear();
    }

    void onRegistered(PeerMessage.Registered answer, List<NodeEffect> effects) {
        if (group.isEnrolled() || !group.membership().contains(answer.sender())) {
            return;
        }
        if (answer.store() != group.record.store()) {
            reportConflict(answer.sender(), effects);
            return;
        }
        registeredWith.add(answer.sender());
        if (isRegistered()) {
            enrol(effects);
        } else if (!group.membership().isFounding()) {
            reportExclusion("the members were changed before its disk was recorded", effects);
        }
    }

    private void reportConflict(String peer, List<NodeEffect> effects) {
        reportExclusion(peer + " knows it with another disk", effects);
    }

    private void reportExclusion(String cause, List<NodeEffect> effects) {
        if (!exclusionReported) {
            exclusionReported = true;
            String self = node.self();
            effects.add(new NodeEffect.Warn("member " + self + " does not vote: " + cause
                    + ". Replace the member: \"baton quorum remove " + self + "\", then \"baton quorum add " + self
                    + "\". If another process uses this name, give each process its own name"));
        }
    }

    private void enrol(List<NodeEffect> effects) {
        if (group.membership().contains(node.self())
                && group.membership().member(node.self()).store() == 0
                && !group.record.registered()) {
            group.replace(group.record.asRegistered(), effects);
            node.applyMembership(effects);
        }
    }
}
