package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a new disk becomes a voter's: a majority of the other members notes its number first. A member whose disk
 * was lost cannot do that again under its name, because two such majorities share a peer who remembers.
 */
final class Enrolment {
    private static final long AGAIN = 50_000_000;
    private static final long SELDOM = 1_000_000_000;

    private final MemberNode node;
    private final SafetyRules rules;
    private final MemberGroup group;
    private final Set<String> noted = new HashSet<>();
    /** Peers whose disk is being noted, and will be told when that is durable. */
    private final Map<String, Long> noting = new HashMap<>();

    private long askAt;
    private long askGap = AGAIN;
    private boolean refused;

    Enrolment(MemberNode node, SafetyRules rules, MemberGroup group) {
        this.node = node;
        this.rules = rules;
        this.group = group;
        this.askAt = node.now().nanos();
    }

    long wakeAt() {
        return group.isEnrolled() ? ElectionState.NEVER : askAt;
    }

    void tick(List<NodeEffect> effects) {
        if (group.isEnrolled() || node.now().nanos() < askAt) {
            return;
        }
        askAt = node.now().nanos() + askGap;
        askGap = Math.min(SELDOM, 2 * askGap);
        if (rules.isRegistered(noted.size(), group.membership().size())) {
            enrol(effects);
            return;
        }
        group.membership().members().forEach(member -> introduceTo(member.id(), effects));
    }

    /** Tells a peer the number of this disk, unless it is known to have noted it. */
    void introduceTo(String peer, List<NodeEffect> effects) {
        boolean isOther = group.membership().contains(peer) && !peer.equals(node.self());
        if (isOther && !group.isEnrolled() && !noted.contains(peer)) {
            group.send(
                    peer, new PeerMessage.Register(node.self(), group.record().store()), effects);
        }
    }

    /** A peer asks whether its disk is the one known under its name. */
    void onRegister(PeerMessage.Register register, List<NodeEffect> effects) {
        String peer = register.memberId();
        long expected = group.membership().member(peer).store();
        long known = expected != 0 ? expected : group.record().disks().getOrDefault(peer, 0L);
        if (known == 0) {
            noting.put(peer, register.store());
            group.replace(group.record().noting(peer, register.store()), effects);
        } else if (!noting.containsKey(peer)) {
            group.send(peer, new PeerMessage.Registered(node.self(), known), effects);
        }
    }

    void onDurable(List<NodeEffect> effects) {
        noting.forEach((peer, store) -> group.send(peer, new PeerMessage.Registered(node.self(), store), effects));
        noting.clear();
    }

    void onAnswer(PeerMessage.Registered answer, List<NodeEffect> effects) {
        if (group.isEnrolled() || !group.membership().contains(answer.peerId())) {
            return;
        }
        if (answer.store() != group.record().store()) {
            if (!refused) {
                refused = true;
                effects.add(new NodeEffect.Warn("member " + node.self() + " is known to " + answer.peerId()
                        + " with another disk; this one does not vote. Either give it back its state, or replace"
                        + " it: \"baton quorum remove " + node.self() + "\", then \"baton quorum add " + node.self()
                        + "\". If another process uses this name, give one of both a name of its own"));
            }
            return;
        }
        noted.add(answer.peerId());
        if (rules.isRegistered(noted.size(), group.membership().size())) {
            enrol(effects);
        }
    }

    private void enrol(List<NodeEffect> effects) {
        if (group.membership().contains(node.self())
                && group.membership().member(node.self()).store() == 0
                && !group.record().registered()) {
            group.replace(group.record().registeredNow(), effects);
            node.regroup(effects);
        }
    }
}
