package dev.baton.quorum.step;

import org.jspecify.annotations.Nullable;

/**
 * One member's place in one election: a value that {@link ElectionStep} replaces and never changes.
 *
 * <p>Times are nanoseconds. {@code nanos} is the member's monotonic clock; {@code progress} is the clock
 * leases are counted on: it advances by the larger of monotonic and wall time.
 */
public final class ElectionState {
    static final long NEVER = Long.MAX_VALUE;
    static final long NO_ACK = Long.MIN_VALUE;
    static final long NOBODY = Long.MIN_VALUE;

    final String election;
    final String self;
    final long incarnation;
    final long startedAt;

    Membership members;
    MemberRole role = MemberRole.FOLLOWER;

    long term;
    String votedFor;
    Vote durable;
    /** What the disk was asked to keep and has not answered for yet. */
    Vote persisting = Vote.NONE;
    /** Whether a later ballot waits for that answer: a slow disk must not be asked for what is outdated. */
    boolean persistNext;

    LeasePromise promise;
    /** The highest term whose leader said that it is over. */
    long endedTerm;
    /** The newest heartbeat of the current leader and term. */
    long heardRound = Long.MIN_VALUE;
    /** Whoever was last followed, for the eyes of users. */
    String leader = "";

    boolean standing;
    int priority;
    long wantedFloor;

    /** Whether this member's disk is known to its peers. */
    boolean enrolled;
    /** Until then it has to be assumed that a forgotten promise is live. */
    long abstainUntil;

    /** Until then whoever got this member's vote is given time to win, and to be heard: others hear no yes to their questions. */
    long backsUntil = NOBODY;

    /** The best question that was answered with no because of a promise or a vote, or not at all for want of a right to vote. */
    @Nullable
    Envelope asked;

    /** Members whose process is known to have ended, until they are heard again: nobody waits for their answers. */
    long gone;

    long campaignAt = NEVER;
    /** Failed rounds since a leader was last heard. */
    int attempts;

    int round;
    long prospect;
    long granted;
    long answered;
    long roundEnds;
    long resendAt;
    long resendGap;

    long lastRound = Long.MIN_VALUE;
    long heartbeatAt;
    long leaseUntil;
    long[] acked = {};

    long random;

    /** A member that knows what its disk and its memory across restarts say. */
    public ElectionState(
            String election, ProcessOrigin origin, Membership members, Vote durable, LeasePromise remembered) {
        this.election = election;
        this.self = origin.self();
        this.incarnation = origin.incarnation();
        this.startedAt = origin.startedAt();
        this.abstainUntil = origin.abstainUntil();
        this.random = origin.seed() ^ election.hashCode() * 0x9E3779B97F4A7C15L;
        this.members = members;
        this.durable = durable;
        this.term = durable.term();
        this.votedFor = durable.votedFor();
        this.promise = remembered;
        this.enrolled = origin.enrolled();
    }

    private ElectionState(ElectionState other) {
        election = other.election;
        self = other.self;
        incarnation = other.incarnation;
        startedAt = other.startedAt;
        members = other.members;
        role = other.role;
        term = other.term;
        votedFor = other.votedFor;
        durable = other.durable;
        persisting = other.persisting;
        persistNext = other.persistNext;
        promise = other.promise;
        endedTerm = other.endedTerm;
        heardRound = other.heardRound;
        leader = other.leader;
        standing = other.standing;
        priority = other.priority;
        wantedFloor = other.wantedFloor;
        enrolled = other.enrolled;
        abstainUntil = other.abstainUntil;
        backsUntil = other.backsUntil;
        asked = other.asked;
        gone = other.gone;
        campaignAt = other.campaignAt;
        attempts = other.attempts;
        round = other.round;
        prospect = other.prospect;
        granted = other.granted;
        answered = other.answered;
        roundEnds = other.roundEnds;
        resendAt = other.resendAt;
        resendGap = other.resendGap;
        lastRound = other.lastRound;
        heartbeatAt = other.heartbeatAt;
        leaseUntil = other.leaseUntil;
        acked = other.acked;
        random = other.random;
    }

    ElectionState copy() {
        return new ElectionState(this);
    }

    public String election() {
        return election;
    }

    public MemberRole role() {
        return role;
    }

    /** The highest term this member has heard of; while it leads, its epoch. */
    public long term() {
        return term;
    }

    /** What the disk has. */
    public Vote durable() {
        return durable;
    }

    public LeasePromise promise() {
        return promise;
    }

    public Membership members() {
        return members;
    }

    public boolean isStanding() {
        return standing;
    }

    /** Until when this member may act as leader, on the clock of {@link MemberNode#progress}; only while ACTIVE. */
    public long leaseUntil() {
        return leaseUntil;
    }

    /** Who leads as far as this member knows; empty for nobody. */
    public String leader(long nanos) {
        return role == MemberRole.ACTIVE || promise.isLive(nanos) ? leader : "";
    }

    Vote ballot() {
        return new Vote(term, votedFor);
    }

    /** The highest term that may not be voted in; a list confirms the leader of the group that made it. */
    long floor() {
        return election.equals(MemberNode.GROUP)
                ? Math.max(members.floor(), members.id().term())
                : members.floor();
    }

    /** Whether it has lately voted for somebody else, of whom more may be heard. */
    boolean isBacking(long nanos) {
        return nanos < backsUntil;
    }

    boolean isMember() {
        return members.contains(self);
    }

    CandidateRank rank(long nanos) {
        return new CandidateRank(priority, self, uptime(nanos));
    }

    double uptime(long nanos) {
        return (nanos - startedAt) / 1e9;
    }

    /** When this seat wants to be woken, on the monotonic clock. */
    long wakeAt(long nanos, long progress) {
        return switch (role) {
            case FOLLOWER ->
                Math.min(standing ? campaignAt : NEVER, asked != null && backsUntil != NOBODY ? backsUntil : NEVER);
            case PRE_CANDIDATE, CANDIDATE -> Math.min(resendAt, roundEnds);
            case ELECTED -> Math.min(heartbeatAt, roundEnds);
            case ACTIVE -> Math.min(heartbeatAt, nanos + Math.max(0, leaseUntil - progress));
        };
    }

    @Override
    public String toString() {
        return self + "/" + election + " " + role + " term " + term + " voted '" + votedFor + "' durable " + durable
                + " " + promise;
    }
}
