package dev.baton.quorum.step;

/**
 * The rules that safety rests on, one line each.
 *
 * <p>They stand together so that each can be read, and broken one at a time by the tests, which prove that
 * the simulator notices. Only this package can make another set; production has {@link #SAFE}.
 */
public class SafetyRules {
    /** The rules as they are. */
    public static final SafetyRules SAFE = new SafetyRules();

    SafetyRules() {}

    /** A majority of the members of the list, not of those that happen to answer. */
    boolean isMajority(int yes, int members, int answered) {
        return yes >= members / 2 + 1;
    }

    /** One vote in a term, and it is never moved. */
    boolean mayVote(Vote cast, long term, String candidate) {
        return term > cast.term()
                || (term == cast.term()
                        && (cast.votedFor().isEmpty() || cast.votedFor().equals(candidate)));
    }

    /** A live promise lets nobody else be elected. */
    boolean bindsVote(LeasePromise promise, String candidate, long nanos) {
        return promise.isLive(nanos) && !promise.leader().equals(candidate);
    }

    /** A heartbeat of an earlier term is late; and a live promise lets no other leader be acknowledged, whatever its term. */
    boolean mayAcknowledge(LeasePromise promise, String leader, long beatTerm, long term, long nanos) {
        return beatTerm >= term && !(promise.isLive(nanos) && !promise.leader().equals(leader));
    }

    /** A vote is told only when the disk has it. */
    boolean isTold(Vote wanted, Vote durable) {
        return wanted.equals(durable);
    }

    /** A lease counts from when the heartbeat was sent, not from when its answer came. */
    long countsFrom(long sent, long answered) {
        return sent;
    }

    /** The leader's side of a lease is shorter than the follower's by twice the drift, and the margin. */
    long leaderLease(TimingNanos pace) {
        return pace.leaderLease;
    }

    /** Time passes for a lease as fast as the faster of the two clocks says. */
    long passed(long monotonic, long wall) {
        return Math.max(0, Math.max(monotonic, wall));
    }

    /** What a restarted member must still keep. */
    LeasePromise kept(LeasePromise remembered) {
        return remembered;
    }

    /** A member that may have forgotten a promise with its machine's memory keeps out until it must have ended. */
    boolean isAbstaining(long until, long nanos) {
        return nanos < until;
    }

    /** Whoever hands over has stopped leading before the other one hears of it. */
    MemberRole afterHandingOver(MemberRole role) {
        return MemberRole.FOLLOWER;
    }

    /** Only the death of the very process that was promised something frees the promise. */
    boolean frees(LeasePromise promise, String dead, long incarnation) {
        return promise.leader().equals(dead) && promise.incarnation() <= incarnation;
    }

    /** A resignation frees what was promised for that very term, or before. */
    boolean frees(LeasePromise promise, PeerMessage.Resign resign) {
        return promise.leader().equals(resign.leaderId()) && promise.term() <= resign.term();
    }

    /** What a broken connection says is believed only as far as the settings go. */
    boolean believes(TransportTrust trust, boolean loopback) {
        return trust.believes(loopback);
    }

    /** Whoever has a newer list of members neither elects nor acknowledges by an older one. */
    boolean isServed(ConfigId theirs, ConfigId ours) {
        return !ours.isNewerThan(theirs);
    }

    /** Terms at or under the floor may have been used by members that are gone. */
    boolean isAboveFloor(long term, long floor) {
        return term > floor;
    }

    /** A list follows another only when a majority has the other, and every older lease has ended. */
    boolean mayFollow(boolean majorityHasIt, long sinceThen, TimingNanos pace) {
        return majorityHasIt && sinceThen > pace.longestLease;
    }

    /** Whoever knows of a later leader of the group no longer confirms the list of an earlier one. */
    boolean mayConfirm(long listTerm, long groupTerm) {
        return groupTerm <= listTerm;
    }

    /** A new disk votes when a majority of the other members has noted it. */
    boolean isRegistered(int noted, int members) {
        return members == 1 || noted >= (members - 1) / 2 + 1;
    }
}
