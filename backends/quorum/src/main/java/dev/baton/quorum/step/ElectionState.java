package dev.baton.quorum.step;

/**
 * The state of one member in one election: an immutable value that {@link ElectionStep} replaces.
 *
 * <p>Times are nanoseconds. {@code nanos} is the member's monotonic clock. {@code progress} is the clock of leases,
 * which advances by the larger of monotonic and wall time.
 */
public final class ElectionState {
    static final long NEVER = Long.MAX_VALUE;

    final String election;
    final ProcessOrigin origin;
    final MemberRole role;
    final Electorate electorate;
    final VoteState vote;
    final VoteDeferral deferral;
    final LeaderContact contact;
    final CampaignPlan plan;
    final CampaignRound round;
    final LeaseState lease;
    final long random;

    /** Creates the state of a member that has just started, from its disk and the promises that survived. */
    ElectionState(String election, ProcessOrigin origin, Electorate electorate, Vote saved, LeasePromise promise) {
        this.election = election;
        this.origin = origin;
        this.role = MemberRole.FOLLOWER;
        this.electorate = electorate;
        this.vote = VoteState.restored(saved);
        this.deferral = VoteDeferral.NONE;
        this.contact = LeaderContact.restored(promise);
        this.plan = CampaignPlan.NONE;
        this.round = CampaignRound.NONE;
        this.lease = LeaseState.NONE;
        this.random = origin.seed() ^ election.hashCode() * 0x9E3779B97F4A7C15L;
    }

    /** Creates the state at the end of a step. */
    ElectionState(StepDraft draft) {
        this.election = draft.election;
        this.origin = draft.origin;
        this.role = draft.role;
        this.electorate = draft.electorate;
        this.vote = draft.vote;
        this.deferral = draft.deferral;
        this.contact = draft.contact;
        this.plan = draft.plan;
        this.round = draft.round;
        this.lease = draft.lease;
        this.random = draft.random;
    }

    public MemberRole role() {
        return role;
    }

    /** Returns the highest term this member knows of; while it leads, its epoch. */
    public long term() {
        return vote.term();
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
