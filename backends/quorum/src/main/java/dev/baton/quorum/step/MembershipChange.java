package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One change of the list of members, by one member, under way.
 *
 * <p>The node wins the election {@link MemberNode#GROUP}, claims the present list for its term, waits until a majority
 * has that on disk, then for as long as any lease under a forgotten sibling of the list could last, and makes
 * the next list. That is done when a majority of the new list has it. The next list's floor is above every term
 * that a majority of the present one ever voted in.
 */
final class MembershipChange {
    private enum Stage {
        IDLE,
        CAMPAIGNING,
        CLAIMING,
        SPREADING
    }

    private final MemberNode node;
    private final SafetyRules rules;
    private final TimingNanos pace;
    private final MemberGroup group;

    private Stage stage = Stage.IDLE;
    private @Nullable NodeEvent wanted;
    private long term;
    private long majoritySince = ElectionState.NEVER;
    private long giveUpAt;
    private long sendAt = ElectionState.NEVER;
    private final Map<String, Long> acks = new HashMap<>();

    MembershipChange(MemberNode node, SafetyRules rules, TimingNanos pace, MemberGroup group) {
        this.node = node;
        this.rules = rules;
        this.pace = pace;
        this.group = group;
    }

    long wakeAt() {
        return stage == Stage.IDLE ? ElectionState.NEVER : sendAt;
    }

    /** An operator's wish; refused at once when it cannot be right. */
    void want(NodeEvent event, List<NodeEffect> effects) {
        String trouble = trouble(event);
        if (!trouble.isEmpty()) {
            effects.add(new NodeEffect.Changed(group.membership(), false, trouble));
            return;
        }
        wanted = event;
        stage = Stage.CAMPAIGNING;
        sendAt = node.now().nanos() + pace.heartbeat;
        giveUpAt = node.now().nanos() + 6 * pace.longestLease;
        node.apply(MemberNode.GROUP, new NodeEvent.Stand(MemberNode.GROUP, 0, 0), effects);
    }

    private String trouble(NodeEvent event) {
        Membership members = group.membership();
        if (stage != Stage.IDLE) {
            return "another change is under way here; wait for it";
        } else if (!group.isEnrolled()) {
            return "this node is no member of the group; ask one that is";
        } else if (event instanceof NodeEvent.AddMember add) {
            if (members.contains(add.id())) {
                return add.id() + " is a member already; to replace its disk, remove it first";
            }
            return group.diskOf(add.id()) == 0
                    ? add.id() + " has not introduced itself yet; start it first, with this group as its peers"
                    : "";
        } else if (event instanceof NodeEvent.RemoveMember remove) {
            if (remove.id().equals(node.self())) {
                return "a member does not remove itself; ask another one";
            }
            return members.contains(remove.id()) ? "" : remove.id() + " is no member";
        }
        throw new IllegalArgumentException("no change of members: " + event);
    }

    void tick(List<NodeEffect> effects) {
        if (stage == Stage.IDLE || node.now().nanos() < sendAt) {
            return;
        }
        sendAt = node.now().nanos() + pace.heartbeat;
        if (node.now().nanos() >= giveUpAt) {
            finish(
                    false,
                    "a majority did not answer in time; it may still take effect, look before trying again",
                    effects);
        } else if (stage == Stage.CLAIMING || stage == Stage.SPREADING) {
            spread(effects);
        }
    }

    void onAck(PeerMessage.MembersAck ack) {
        ConfigId id = group.membership().id();
        if (stage != Stage.IDLE && ack.term() == id.term() && ack.version() == id.version()) {
            acks.merge(ack.memberId(), ack.highestVote(), Math::max);
        }
    }

    void proceed(List<NodeEffect> effects) {
        if (stage == Stage.IDLE) {
            return;
        }
        ElectionState seat = node.seat(MemberNode.GROUP);
        if (stage == Stage.CAMPAIGNING) {
            if (seat.role() == MemberRole.ACTIVE) {
                term = seat.term();
                stage = Stage.CLAIMING;
                publish(group.membership().renewedIn(term), effects);
            }
        } else if (stage != Stage.SPREADING && (!seat.role().hasWon() || seat.term() != term)) {
            finish(false, "this node lost the lead of the group before the list was changed; try again", effects);
        } else if (group.membership().id().term() != term) {
            finish(false, "another member has changed the list meanwhile; look before trying again", effects);
        } else {
            proceedAsLeader(effects);
        }
    }

    private void proceedAsLeader(List<NodeEffect> effects) {
        boolean majority = majorityHasIt();
        if (stage == Stage.SPREADING) {
            if (majority) {
                finish(true, "", effects);
            }
            return;
        }
        long now = node.now().nanos();
        if (majority && majoritySince == ElectionState.NEVER) {
            majoritySince = now;
            sendAt = now + pace.longestLease + 1;
        }
        if (rules.mayFollow(majority, majority ? now - majoritySince : 0, pace)) {
            if (isSo()) {
                finish(true, "another member has done the same meanwhile", effects);
                return;
            }
            stage = Stage.SPREADING;
            publish(next(), effects);
        }
    }

    private boolean isSo() {
        return wanted instanceof NodeEvent.AddMember add
                ? group.membership().contains(add.id())
                : wanted instanceof NodeEvent.RemoveMember remove
                        && !group.membership().contains(remove.id());
    }

    private Membership next() {
        long floor = Math.max(group.membership().floor(), group.highestVote());
        for (long vote : acks.values()) {
            floor = Math.max(floor, vote);
        }
        Membership members = group.membership();
        return wanted instanceof NodeEvent.AddMember add
                ? members.with(new Voter(add.id(), group.diskOf(add.id())), term, floor)
                : members.without(((NodeEvent.RemoveMember) Objects.requireNonNull(wanted)).id(), term, floor);
    }

    private void publish(Membership list, List<NodeEffect> effects) {
        acks.clear();
        majoritySince = ElectionState.NEVER;
        sendAt = node.now().nanos() + pace.heartbeat;
        group.adopt(list, effects);
        spread(effects);
    }

    private void spread(List<NodeEffect> effects) {
        PeerMessage.Members news = new PeerMessage.Members(group.membership(), node.self());
        for (Voter member : group.membership().members()) {
            if (!member.id().equals(node.self()) && !acks.containsKey(member.id())) {
                group.send(member.id(), news, effects);
            }
        }
        if (stage == Stage.SPREADING && wanted instanceof NodeEvent.RemoveMember removed) {
            group.send(removed.id(), news, effects); // So that it knows, and frees whom it led.
        }
    }

    private boolean majorityHasIt() {
        Membership members = group.membership();
        int have = group.isDurable() ? 1 : 0;
        for (String peer : acks.keySet()) {
            have += members.contains(peer) && !peer.equals(node.self()) ? 1 : 0;
        }
        return group.isDurable() && rules.isMajority(have, members.size(), have);
    }

    private void finish(boolean done, String what, List<NodeEffect> effects) {
        stage = Stage.IDLE;
        wanted = null;
        sendAt = ElectionState.NEVER;
        effects.add(new NodeEffect.Changed(group.membership(), done, what));
        node.apply(MemberNode.GROUP, new NodeEvent.Withdraw(MemberNode.GROUP), effects);
    }
}
