package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One change of the list of members, by one member, under way.
 *
 * <p>The node wins the election {@link Node#GROUP}, claims the present list for its term, waits until a majority
 * has that on disk, then for as long as any lease under a forgotten sibling of the list could last, and makes
 * the next list. That is done when a majority of the new list has it. The next list's floor is above every term
 * that a majority of the present one ever voted in.
 */
final class GroupChange {
    private enum Stage {
        IDLE,
        CAMPAIGNING,
        CLAIMING,
        SPREADING
    }

    private final Node node;
    private final Rules rules;
    private final Pace pace;
    private final Group group;

    private Stage stage = Stage.IDLE;
    private @Nullable Event wanted;
    private long term;
    private long majoritySince = Seat.NEVER;
    private long giveUpAt;
    private long sendAt = Seat.NEVER;
    private final Map<String, Long> acks = new HashMap<>();

    GroupChange(Node node, Rules rules, Pace pace, Group group) {
        this.node = node;
        this.rules = rules;
        this.pace = pace;
        this.group = group;
    }

    long wakeAt() {
        return stage == Stage.IDLE ? Seat.NEVER : sendAt;
    }

    /** An operator's wish; refused at once when it cannot be right. */
    void want(Event event, List<Effect> effects) {
        String trouble = trouble(event);
        if (!trouble.isEmpty()) {
            effects.add(new Effect.Changed(group.membership(), false, trouble));
            return;
        }
        wanted = event;
        stage = Stage.CAMPAIGNING;
        sendAt = node.now().nanos() + pace.heartbeat;
        giveUpAt = node.now().nanos() + 6 * pace.longestLease;
        node.apply(Node.GROUP, new Event.Stand(Node.GROUP, 0, 0), effects);
    }

    private String trouble(Event event) {
        Membership members = group.membership();
        if (stage != Stage.IDLE) {
            return "another change is under way here; wait for it";
        } else if (!group.isEnrolled()) {
            return "this node is no member of the group; ask one that is";
        } else if (event instanceof Event.AddMember add) {
            if (members.contains(add.id())) {
                return add.id() + " is a member already; to replace its disk, remove it first";
            }
            return group.diskOf(add.id()) == 0
                    ? add.id() + " has not introduced itself yet; start it first, with this group as its peers"
                    : "";
        } else if (event instanceof Event.RemoveMember remove) {
            if (remove.id().equals(node.self())) {
                return "a member does not remove itself; ask another one";
            }
            return members.contains(remove.id()) ? "" : remove.id() + " is no member";
        }
        throw new IllegalArgumentException("no change of members: " + event);
    }

    void tick(List<Effect> effects) {
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

    void onAck(Message.MembersAck ack) {
        ConfigId id = group.membership().id();
        if (stage != Stage.IDLE && ack.term() == id.term() && ack.version() == id.version()) {
            acks.merge(ack.memberId(), ack.highestVote(), Math::max);
        }
    }

    void proceed(List<Effect> effects) {
        if (stage == Stage.IDLE) {
            return;
        }
        Seat seat = node.seat(Node.GROUP);
        if (stage == Stage.CAMPAIGNING) {
            if (seat.role() == Role.ACTIVE) {
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

    private void proceedAsLeader(List<Effect> effects) {
        boolean majority = majorityHasIt();
        if (stage == Stage.SPREADING) {
            if (majority) {
                finish(true, "", effects);
            }
            return;
        }
        long now = node.now().nanos();
        if (majority && majoritySince == Seat.NEVER) {
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
        return wanted instanceof Event.AddMember add
                ? group.membership().contains(add.id())
                : wanted instanceof Event.RemoveMember remove
                        && !group.membership().contains(remove.id());
    }

    private Membership next() {
        long floor = Math.max(group.membership().floor(), group.highestVote());
        for (long vote : acks.values()) {
            floor = Math.max(floor, vote);
        }
        Membership members = group.membership();
        return wanted instanceof Event.AddMember add
                ? members.with(new Member(add.id(), group.diskOf(add.id())), term, floor)
                : members.without(((Event.RemoveMember) Objects.requireNonNull(wanted)).id(), term, floor);
    }

    private void publish(Membership list, List<Effect> effects) {
        acks.clear();
        majoritySince = Seat.NEVER;
        sendAt = node.now().nanos() + pace.heartbeat;
        group.adopt(list, effects);
        spread(effects);
    }

    private void spread(List<Effect> effects) {
        Message.Members news = new Message.Members(group.membership(), node.self());
        for (Member member : group.membership().members()) {
            if (!member.id().equals(node.self()) && !acks.containsKey(member.id())) {
                group.send(member.id(), news, effects);
            }
        }
        if (stage == Stage.SPREADING && wanted instanceof Event.RemoveMember removed) {
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

    private void finish(boolean done, String what, List<Effect> effects) {
        stage = Stage.IDLE;
        wanted = null;
        sendAt = Seat.NEVER;
        effects.add(new Effect.Changed(group.membership(), done, what));
        node.apply(Node.GROUP, new Event.Withdraw(Node.GROUP), effects);
    }
}
