package dev.baton.quorum.step;

/** The rules of a follower: promises to the leader, and the evidence that ends them early. */
final class FollowerRules {
    private FollowerRules() {}

    static void onHeartbeat(StepDraft draft, Envelope envelope, PeerMessage.Heartbeat beat) {
        if (!draft.mayParticipate()
                || !draft.members().contains(beat.sender())
                || !draft.rules.acceptsConfig(envelope.config(), draft.members().id())
                || beat.term() <= draft.contact.endedTerm()
                || draft.contact.isOutdated(beat, envelope.incarnation())) {
            return;
        }
        if (draft.role.hasWon() && beat.term() > draft.term()) {
            LeaderRules.stepDown(draft, StepDownCause.HIGHER_TERM);
        }
        LeasePromise promise = draft.contact.promise();
        if (draft.rules.mayAcknowledge(
                promise, beat.sender(), envelope.incarnation(), beat.term(), draft.term(), draft.nanos)) {
            follow(draft, envelope.incarnation(), beat);
        } else if (beat.term() < draft.term()) {
            draft.refuse(beat.sender());
        }
    }

    private static void follow(StepDraft draft, long incarnation, PeerMessage.Heartbeat beat) {
        String leader = beat.sender();
        if (beat.term() > draft.term()) {
            draft.vote = draft.vote.cast(beat.term(), leader);
        }
        boolean changed = !draft.contact.leader().equals(leader)
                || draft.contact.promise().term() != beat.term();
        long until = Math.max(draft.nanos + draft.timing.lease, held(draft, leader, incarnation));
        LeasePromise promise = new LeasePromise(leader, beat.term(), incarnation, until);
        draft.role = MemberRole.FOLLOWER;
        draft.contact = draft.contact.following(promise, beat.round());
        draft.deferral = VoteDeferral.NONE;
        draft.plan = draft.plan.withFailedRounds(0);
        draft.campaignAt(until + draft.electionDelay());
        draft.effects.add(new NodeEffect.SavePromise(draft.election, promise));
        draft.send(leader, new PeerMessage.HeartbeatAck(beat.term(), draft.self(), beat.round()));
        if (changed) {
            draft.effects.add(new NodeEffect.Follow(draft.election, leader, draft.term()));
        }
    }

    /** Returns the end of the promise to this process, which a heartbeat never shortens. */
    private static long held(StepDraft draft, String leader, long incarnation) {
        LeasePromise promise = draft.contact.promise();
        return promise.isTo(leader, incarnation) ? promise.until() : Long.MIN_VALUE;
    }

    static void onResign(StepDraft draft, PeerMessage.Resign resign) {
        draft.contact = draft.contact.ended(resign.term());
        LeasePromise promise = draft.contact.promise();
        if (!draft.rules.endsPromise(promise, resign)) {
            return;
        }
        endPromise(draft);
        if (promise.isLive(draft.nanos) && resign.holdBack()) {
            draft.campaignAt(draft.nanos + 2 * draft.timing.electionMax);
            draft.plan = draft.plan.withFailedRounds(1);
        } else {
            VoterRules.answerDeferred(draft);
        }
    }

    static void onTimeoutNow(StepDraft draft, PeerMessage.TimeoutNow order) {
        if (order.term() != draft.term() || !draft.plan.candidate() || draft.role.hasWon() || !draft.mayParticipate()) {
            return;
        }
        onResign(draft, new PeerMessage.Resign(order.term(), order.sender(), false));
        if (!draft.contact.promise().isLive(draft.nanos)) {
            CampaignRules.requestVotes(draft);
        }
    }

    /** Ends the promise to a process that has ended. */
    static void onProcessEnded(StepDraft draft, String peer, long incarnation) {
        if (draft.rules.endsPromise(draft.contact.promise(), peer, incarnation)) {
            endPromise(draft);
            VoterRules.answerDeferred(draft);
        }
    }

    private static void endPromise(StepDraft draft) {
        if (!draft.contact.promise().isLive(draft.nanos)) {
            return;
        }
        draft.contact = draft.contact.withoutPromise();
        draft.plan = draft.plan.withFailedRounds(0);
        draft.effects.add(new NodeEffect.SavePromise(draft.election, LeasePromise.NONE));
        if (draft.role == MemberRole.FOLLOWER) {
            draft.campaignAt(draft.nanos + draft.rankDelay());
        }
    }
}
