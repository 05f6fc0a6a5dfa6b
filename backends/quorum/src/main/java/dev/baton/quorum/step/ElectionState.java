package dev.baton.quorum.step;

/**
 * The state of one member in one election. It never changes: a step changes a copy, the {@link StepDraft}.
 *
 * <p>Times are nanoseconds. {@code nanos} is the member's monotonic clock. {@code progress} is the clock of leases,
 * which advances by the larger of monotonic and wall time.
 */
public sealed class ElectionState permits StepDraft {
    static final long NEVER = Long.MAX_VALUE;

    final String election;
    final ProcessOrigin origin;
    MemberRole role = MemberRole.FOLLOWER;
    Electorate electorate;
    VoteState vote;
    VoteDeferral deferral = VoteDeferral.NONE;
    LeaderContact contact;
    CampaignPlan plan = CampaignPlan.NONE;
    CampaignRound round = CampaignRound.NONE;
    LeaseState lease = LeaseState.NONE;
    long random;

    /** Creates the state of a member that has just started, from its disk and the promises that survived. */
    ElectionState(String election, ProcessOrigin origin, Electorate electorate, Vote saved, LeasePromise promise) {
        this.election = election;
        this.origin = origin;
        this.electorate = electorate;
        this.vote = VoteState.restored(saved);
        this.contact = LeaderContact.restored(promise);
        this.random = origin.seed() ^ election.hashCode() * 0x9E3779B97F4A7C15L;
    }

    /** Creates a copy, at the start and at the end of a step. */
    ElectionState(ElectionState other) {
        this.election = other.election;
        this.origin = other.origin;
        this.role = other.role;
        this.electorate = other.electorate;
        this.vote = other.vote;
        this.deferral = other.deferral;
        this.contact = other.contact;
        this.plan = other.plan;
        this.round = other.round;
        this.lease = other.lease;
        this.random = other.random;
    }

    public MemberRole role() {
        return role;
    }

    /** Returns the highest term this member knows of; while it leads, its epoch. */
    public long term() {
        return vote.term();
    }

    /** Returns the term that the next leader's must be larger than. */
    long highestUsedTerm() {
        return Math.max(term(), Math.max(electorate.floor(election), plan.floor()));
    }

    /** Returns the leader as far as this member knows; empty if unknown. */
    public String leader(long nanos) {
        return role == MemberRole.ACTIVE || contact.promise().isLive(nanos) ? contact.leader() : "";
    }

    /** Returns the last promise to a leader. */
    public LeasePromise promise() {
        return contact.promise();
    }

    /** Returns when this state needs the next tick, on the monotonic clock. */
    long wakeAt(long nanos, long progress) {
        return switch (role) {
            case FOLLOWER ->
                Math.min(
                        plan.candidate() ? plan.campaignAt() : NEVER,
                        deferral.request() != null && deferral.hasSupport() ? deferral.supportUntil() : NEVER);
            case PRE_CANDIDATE, CANDIDATE -> Math.min(round.resendAt(), round.endsAt());
            case ELECTED -> Math.min(lease.heartbeatAt(), lease.activateBy());
            case ACTIVE -> Math.min(lease.heartbeatAt(), nanos + Math.max(0, lease.until() - progress));
        };
    }

    @Override
    public String toString() {
        return origin.self() + "/" + election + " " + role + " " + vote + " " + contact;
    }
}
