package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A change of the membership in progress, requested at this node.
 *
 * <p>The node wins the election {@link MemberNode#GROUP} and claims the current membership for its term. It waits until a
 * majority has that on disk, and then for as long as a lease under any rival membership can last. Then it creates the
 * next membership, which is in effect when a majority of its members has it. Its floor is above every term in which a
 * majority of the current members has ever voted.
 */
final class MembershipChange {
    private enum Stage {
        IDLE,
        CAMPAIGNING,
        CLAIMING,
        SPREADING
    }

    private final MemberNode node;
    private final MemberGroup group;

    private Stage stage = Stage.IDLE;
    private boolean add;
    private String member = "";
    private long term;
    private long majoritySince = ElectionState.NEVER;
    private long giveUpAt;
    private long sendAt = ElectionState.NEVER;
    private final Map<String, Long> acks = new HashMap<>();

    MembershipChange(MemberNode node, MemberGroup group) {
        this.node = node;
        this.group = group;
    }

    long wakeAt() {
        return stage == Stage.IDLE ? ElectionState.NEVER : sendAt;
    }

    /** Starts to add or remove a member; refuses an impossible request immediately. */
    void request(boolean toAdd, String target, List<NodeEffect> effects) {
        String objection = objection(toAdd, target);
        if (!objection.isEmpty()) {
            effects.add(new NodeEffect.MembershipChanged(group.membership(), false, objection));
            return;
        }
        add = toAdd;
        member = target;
        stage = Stage.CAMPAIGNING;
        sendAt = node.now.nanos() + node.timing.heartbeat;
        giveUpAt = node.now.nanos() + 6 * node.timing.longestLease;
        node.apply(MemberNode.GROUP, new NodeEvent.Campaign(MemberNode.GROUP, 0, 0, false), effects);
    }

    private String objection(boolean toAdd, String target) {
        boolean isMember = group.membership().contains(target);
        if (stage != Stage.IDLE) {
            return "another change is in progress on this node; wait until it has ended";
        } else if (!group.isEnrolled()) {
            return "this node is not a member of the group; use a node that is";
        } else if (toAdd && isMember) {
            return target + " is already a member; to replace its disk, remove it first";
        } else if (toAdd && group.diskOf(target) == 0) {
            return target + " has not registered yet; start it first, with this group as its peers";
        } else if (!toAdd && target.equals(node.self())) {
            return "a member cannot remove itself; use another member";
        }
        return toAdd || isMember ? "" : target + " is not a member";
    }

    void tick(List<NodeEffect> effects) {
        if (stage == Stage.IDLE || node.now.nanos() < sendAt) {
            return;
        }
        sendAt = node.now.nanos() + node.timing.heartbeat;
        if (node.now.nanos() >= giveUpAt) {
            finish(
                    false,
                    "a majority did not answer in time; the change may still take effect, so check before you retry",
                    effects);
        } else if (stage != Stage.CAMPAIGNING) {
            spread(effects);
        }
    }

    void onAck(PeerMessage.MembersAck ack) {
        ConfigId id = group.membership().id();
        if (stage != Stage.IDLE && ack.term() == id.term() && ack.version() == id.version()) {
            acks.merge(ack.sender(), ack.highestVote(), Math::max);
        }
    }

    /** Continues with the next stage if its condition holds; called after every event. */
    void proceed(List<NodeEffect> effects) {
        if (stage == Stage.IDLE) {
            return;
        }
        ElectionState state = node.state(MemberNode.GROUP);
        if (stage == Stage.CAMPAIGNING) {
            if (state.role() == MemberRole.ACTIVE) {
                term = state.term();
                stage = Stage.CLAIMING;
                publish(group.membership().renewedIn(term), effects);
            }
        } else if (stage == Stage.CLAIMING && (!state.role().hasWon() || state.term() != term)) {
            finish(false, "this node lost the leadership of the group before the change; try again", effects);
        } else if (group.membership().id().term() != term) {
            finish(false, "another node changed the members meanwhile; check before you retry", effects);
        } else if (stage == Stage.CLAIMING) {
            createNext(effects);
        } else if (majorityHasIt()) {
            finish(true, "", effects);
        }
    }

    private void createNext(List<NodeEffect> effects) {
        boolean majority = majorityHasIt();
        long now = node.now.nanos();
        if (majority && majoritySince == ElectionState.NEVER) {
            majoritySince = now;
            sendAt = now + node.timing.longestLease + 1;
        }
        if (!node.rules.mayReplace(majority, majority ? now - majoritySince : 0, node.timing)) {
            return;
        }
        if (group.membership().contains(member) == add) {
            finish(true, "another node made the same change meanwhile", effects);
            return;
        }
        stage = Stage.SPREADING;
        publish(next(), effects);
    }

    /** Names the disks of the founding members, because their witnesses may be removed from now on. */
    private Membership next() {
        Membership members = group.membership()
                .naming(group.record.withDisk(node.self(), group.record.store()).disks());
        long floor = Math.max(members.floor(), group.highestVote);
        for (long vote : acks.values()) {
            floor = Math.max(floor, vote);
        }
        return add
                ? members.with(new Voter(member, group.diskOf(member)), term, floor)
                : members.without(member, term, floor);
    }

    private void publish(Membership membership, List<NodeEffect> effects) {
        acks.clear();
        majoritySince = ElectionState.NEVER;
        sendAt = node.now.nanos() + node.timing.heartbeat;
        group.adopt(membership, effects);
        spread(effects);
    }

    private void spread(List<NodeEffect> effects) {
        PeerMessage.Members message = new PeerMessage.Members(group.membership(), node.self());
        for (Voter peer : group.membership().members()) {
            if (!peer.id().equals(node.self()) && !acks.containsKey(peer.id())) {
                group.send(peer.id(), message, effects);
            }
        }
        if (stage == Stage.SPREADING && !add) {
            group.send(member, message, effects); // A removed leader must release its followers.
        }
    }

    private boolean majorityHasIt() {
        Membership members = group.membership();
        int have = 1;
        for (String peer : acks.keySet()) {
            have += members.contains(peer) && !peer.equals(node.self()) ? 1 : 0;
        }
        return group.durable && node.rules.isMajority(have, members.size(), have);
    }

    private void finish(boolean done, String what, List<NodeEffect> effects) {
        stage = Stage.IDLE;
        sendAt = ElectionState.NEVER;
        effects.add(new NodeEffect.MembershipChanged(group.membership(), done, what));
        node.apply(MemberNode.GROUP, new NodeEvent.Withdraw(MemberNode.GROUP), effects);
    }
}
