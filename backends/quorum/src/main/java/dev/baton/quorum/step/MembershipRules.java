package dev.baton.quorum.step;

/**
 * The effect of a new membership on the state in an election. A lease from the old membership stays valid until it
 * ends: the membership after this one is not created before that.
 */
final class MembershipRules {
    private MembershipRules() {}

    static void apply(StepDraft draft, Membership members, boolean enrolled) {
        boolean admitted = enrolled && !draft.electorate.enrolled();
        if (members.equals(draft.members())) {
            draft.electorate = new Electorate(members, enrolled, draft.electorate.ended());
        } else {
            replace(draft, members);
            draft.electorate = new Electorate(members, enrolled, 0);
        }
        if (admitted) {
            admit(draft);
        }
    }

    private static void replace(StepDraft draft, Membership members) {
        if (!members.contains(draft.self())) {
            if (draft.role.hasWon()) {
                LeaderRules.stepDown(draft, StepDownCause.REMOVED);
            }
            draft.role = MemberRole.FOLLOWER;
        } else if (draft.role.hasWon()) {
            draft.lease = draft.lease.withAcks(draft.lease.acks().moved(draft.members(), members));
        } else if (draft.role != MemberRole.FOLLOWER) {
            CampaignRules.fail(draft);
        }
        draft.round = draft.round.cleared();
    }

    /** Lets a member that may vote from now on campaign and answer without a further wait. */
    private static void admit(StepDraft draft) {
        if (draft.plan.candidate()
                && draft.role == MemberRole.FOLLOWER
                && !draft.contact.promise().isLive(draft.nanos)) {
            draft.campaignAt(Math.min(draft.plan.campaignAt(), draft.nanos + draft.rankDelay()));
        }
        if (draft.members().contains(draft.self())) {
            VoterRules.answerDeferred(draft);
        }
    }
}
