package dev.baton.quorum.step;

/** Applies an event to the state of one election. */
final class EventRules {
    private EventRules() {}

    static void tick(StepDraft draft) {
        switch (draft.role) {
            case FOLLOWER -> {
                if (draft.deferral.hasSupport() && !draft.deferral.isSupporting(draft.nanos)) {
                    VoterRules.endSupport(draft);
                }
                if (draft.role == MemberRole.FOLLOWER
                        && draft.plan.candidate()
                        && draft.nanos >= draft.plan.campaignAt()) {
                    CampaignRules.begin(draft);
                }
            }
            case PRE_CANDIDATE, CANDIDATE -> CampaignRules.onTick(draft);
            case ELECTED, ACTIVE -> LeaderRules.onTick(draft);
        }
    }

    static void received(StepDraft draft, Envelope envelope) {
        draft.electorate = draft.electorate.withRunning(envelope.from());
        envelope.applyTo(draft);
    }

    static void peerGone(StepDraft draft, NodeEvent.PeerGone event) {
        draft.electorate = draft.electorate.withEnded(event.peer());
        if (draft.deferral.hasSupport() && event.peer().equals(draft.vote.votedFor())) {
            VoterRules.endSupport(draft);
        }
        FollowerRules.onProcessEnded(draft, event.peer(), event.incarnation());
    }

    static void peerLinked(StepDraft draft, String peer) {
        switch (draft.role) {
            case PRE_CANDIDATE, CANDIDATE -> CampaignRules.resendTo(draft, peer);
            case ELECTED, ACTIVE -> LeaderRules.resendTo(draft, peer);
            case FOLLOWER -> CampaignRules.campaignSooner(draft);
        }
    }

    static void campaign(StepDraft draft, NodeEvent.Campaign event) {
        if (event.floor() >= Vote.HIGHEST_TERM) {
            return;
        }
        draft.plan = draft.plan.withRequest(event.priority(), event.floor());
        if (!draft.plan.candidate()) {
            LeasePromise promise = draft.contact.promise();
            boolean free = !promise.isLive(draft.nanos);
            long from = free ? draft.nanos : promise.until();
            long delay = free && event.eager() ? draft.eagerDelay() : draft.electionDelay();
            draft.plan = draft.plan.joined(from + delay);
        }
    }

    static void withdraw(StepDraft draft) {
        draft.plan = draft.plan.withdrawn();
        if (draft.role.hasWon()) {
            LeaderRules.release(draft, "");
        } else {
            draft.role = MemberRole.FOLLOWER;
            VoterRules.answerDeferred(draft);
        }
    }

    static void release(StepDraft draft, NodeEvent.Release event) {
        if (draft.role.hasWon() && draft.term() == event.term()) {
            draft.plan = draft.plan.withdrawn();
            LeaderRules.release(draft, event.successor());
        }
    }
}
