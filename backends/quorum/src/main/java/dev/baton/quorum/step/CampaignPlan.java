package dev.baton.quorum.step;

/**
 * Whether and when a member campaigns in an election.
 *
 * @param candidate whether this member is a candidate
 * @param priority its rank among candidates
 * @param floor the term to win must be larger than this
 * @param campaignAt start of the next campaign, in monotonic nanoseconds; only for a candidate that is a follower
 * @param failedRounds rounds without a winner since this member last received from a leader
 */
record CampaignPlan(boolean candidate, int priority, long floor, long campaignAt, int failedRounds) {
    static final CampaignPlan NONE = new CampaignPlan(false, 0, 0, ElectionState.NEVER, 0);

    CampaignPlan withCampaignAt(long nanos) {
        return new CampaignPlan(candidate, priority, floor, nanos, failedRounds);
    }

    CampaignPlan withFailedRounds(int rounds) {
        return rounds == failedRounds ? this : new CampaignPlan(candidate, priority, floor, campaignAt, rounds);
    }

    CampaignPlan withRequest(int newPriority, long newFloor) {
        return new CampaignPlan(candidate, newPriority, Math.max(floor, newFloor), campaignAt, failedRounds);
    }

    CampaignPlan joined(long nanos) {
        return new CampaignPlan(true, priority, floor, nanos, 0);
    }

    CampaignPlan withdrawn() {
        return new CampaignPlan(false, priority, floor, campaignAt, failedRounds);
    }
}
