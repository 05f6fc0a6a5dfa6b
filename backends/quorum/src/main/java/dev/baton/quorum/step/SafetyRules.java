package dev.baton.quorum.step;

import java.util.Collection;

/**
 * The rules that safety depends on, one line each.
 *
 * <p>They are in one class so that tests can break them one at a time and prove that the simulator detects it. Only this
 * package can create another set; production uses {@link #SAFE}.
 */
public class SafetyRules {
    /** The correct rules. */
    public static final SafetyRules SAFE = new SafetyRules();

    SafetyRules() {}

    /** A majority is counted over all members, not over those that answer. */
    boolean isMajority(int yes, int members, int answered) {
        return yes >= members / 2 + 1;
    }

    /** A member votes once in a term and never changes that vote. */
    boolean mayVote(Vote cast, long term, String candidate) {
        return term > cast.term()
                || (term == cast.term()
                        && (cast.votedFor().isEmpty() || cast.votedFor().equals(candidate)));
    }

    /** A live promise forbids votes for other members, and for other processes of the same member. */
    boolean bindsVote(LeasePromise promise, String candidate, long incarnation, long nanos) {
        return promise.isLive(nanos) && !promise.isTo(candidate, incarnation);
    }

    /** A heartbeat of an earlier term is outdated. A live promise forbids acknowledging another process, in any term. */
    boolean mayAcknowledge(
            LeasePromise promise, String leader, long incarnation, long beatTerm, long term, long nanos) {
        return beatTerm >= term && !(promise.isLive(nanos) && !promise.isTo(leader, incarnation));
    }

    /** A vote is sent only when it is on disk. */
    boolean mayAnnounce(Vote vote, Vote durable) {
        return vote.equals(durable);
    }

    /** A lease starts when the heartbeat was sent, not when its acknowledgement arrived. */
    long leaseStart(long sent, long acknowledged) {
        return sent;
    }

    /** The leader's lease is shorter than the follower's promise by twice the drift and the margin. */
    long leaderLease(TimingNanos timing) {
        return timing.leaderLease;
    }

    /** While members have different leases, they promise the longest one and count on the shortest one. */
    TimingNanos timing(TimingNanos own, Collection<AnnouncedTiming> announced) {
        return own.among(announced);
    }

    /** A lease runs on the faster of the two clocks. */
    long elapsed(long monotonic, long wall) {
        return Math.max(0, Math.max(monotonic, wall));
    }

    /** A restarted member keeps its promise. */
    LeasePromise restored(LeasePromise saved) {
        return saved;
    }

    /** A member that may have lost a promise with its machine's memory abstains until that promise must have ended. */
    boolean isAbstaining(long until, long nanos) {
        return nanos < until;
    }

    /** A leader that hands over stops leading before its successor can receive the message. */
    MemberRole roleAfterRelease(MemberRole role) {
        return MemberRole.FOLLOWER;
    }

    /** The end of a process ends only promises to that process, not to another one of the same member. */
    boolean endsPromise(LeasePromise promise, String ended, long incarnation) {
        return promise.isTo(ended, incarnation);
    }

    /** A resignation ends promises for that term or an earlier one. */
    boolean endsPromise(LeasePromise promise, PeerMessage.Resign resign) {
        return promise.leader().equals(resign.sender()) && promise.term() <= resign.term();
    }

    /** Only the kernel's proof that a process has ended is evidence; a closed or refused connection is not. */
    boolean trustsEnd(boolean proven) {
        return proven;
    }

    /** A member neither votes for nor acknowledges a member with an older membership. */
    boolean acceptsConfig(ConfigId theirs, ConfigId own) {
        return !own.isNewerThan(theirs);
    }

    /** Removed members may have used terms at or below the floor. */
    boolean isAboveFloor(long term, long floor) {
        return term > floor;
    }

    /** A membership is replaced only when a majority has it and every older lease has ended. */
    boolean mayReplace(boolean majorityHasIt, long sinceThen, TimingNanos timing) {
        return majorityHasIt && sinceThen > timing.longestLease;
    }

    /** A member that knows of a later leader of the group does not confirm a membership of an earlier one. */
    boolean mayConfirm(long membershipTerm, long groupTerm) {
        return groupTerm <= membershipTerm;
    }

    /**
     * A new disk may vote when so many of the other members have recorded it that any two such sets share a member whose
     * disk is intact, even if a majority of all disks was lost: twice their number exceeds all others and half of the
     * members.
     */
    boolean isRegistered(int recorded, int members) {
        return 2 * recorded > members - 1 + members / 2 || recorded == members - 1;
    }
}
