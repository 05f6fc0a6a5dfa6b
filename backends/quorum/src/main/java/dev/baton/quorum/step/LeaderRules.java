package dev.baton.quorum.step;

/** The rules of a leader: heartbeats, the lease, and its end. */
final class LeaderRules {
    private LeaderRules() {}

    /** Starts to lead after a won vote. There is no lease before a majority acknowledges a heartbeat. */
    static void begin(StepDraft draft) {
        draft.role = MemberRole.ELECTED;
        draft.contact = draft.contact.leading(draft.self());
        draft.plan = draft.plan.withFailedRounds(0);
        long gap = draft.timing.resendAfter;
        long activateBy = draft.nanos + draft.timing.lease;
        HeartbeatAcks none = HeartbeatAcks.none(draft.members().size());
        long last = draft.lease.lastRound();
        draft.lease = new LeaseState(last, draft.nanos + gap, gap, activateBy, LeaseState.NO_LEASE, none, last);
        sendHeartbeat(draft);
        extendLease(draft);
    }

    static void onAck(StepDraft draft, PeerMessage.HeartbeatAck ack) {
        if (!draft.role.hasWon()
                || ack.term() != draft.term()
                || !draft.members().contains(ack.sender())
                || ack.round() > draft.lease.lastRound()
                || ack.round() <= draft.lease.ignoredRounds()) {
            return;
        }
        int place = draft.members().place(ack.sender());
        long from = draft.rules.leaseStart(ack.round(), draft.progress);
        if (from > draft.lease.acks().of(place)) {
            draft.lease = draft.lease.withAcks(draft.lease.acks().with(place, from));
            extendLease(draft);
        }
    }

    /** Counts no acknowledgement so far for a longer lease: its follower may have promised only the shorter one. */
    static void forgetAcks(StepDraft draft) {
        draft.lease = draft.lease.withoutAcks(draft.members().size());
    }

    static void onTick(StepDraft draft) {
        LeaseState lease = draft.lease;
        if (draft.role == MemberRole.ACTIVE && draft.progress >= lease.until()) {
            stepDown(draft, StepDownCause.QUORUM_LOST);
        } else if (draft.role == MemberRole.ELECTED && draft.nanos >= lease.activateBy()) {
            stepDown(draft, StepDownCause.NEVER_ACTIVE);
        } else if (draft.nanos >= lease.heartbeatAt()) {
            if (draft.role == MemberRole.ELECTED) {
                long gap = Math.min(2 * lease.resendGap(), draft.timing.heartbeat);
                draft.lease = lease.withHeartbeatAt(draft.nanos + gap, gap);
            } else {
                draft.lease = lease.withHeartbeatAt(nextHeartbeat(draft), lease.resendGap());
            }
            sendHeartbeat(draft);
            extendLease(draft);
        }
    }

    /** Stops leading at once and releases the followers from their promises. */
    static void stepDown(StepDraft draft, StepDownCause cause) {
        draft.effects.add(new NodeEffect.SteppedDown(draft.election, draft.term(), cause));
        draft.sendToOthers(new PeerMessage.Resign(draft.term(), draft.self(), false));
        draft.contact = draft.contact.ended(draft.term());
        becomeFollower(draft);
    }

    /** Gives up leadership on request. The lease ends before a successor can receive the message. */
    static void release(StepDraft draft, String successor) {
        boolean named = !successor.isEmpty()
                && !successor.equals(draft.self())
                && draft.members().contains(successor);
        draft.contact = draft.contact.ended(draft.term());
        if (draft.rules.roleAfterRelease(draft.role) == MemberRole.FOLLOWER) {
            draft.effects.add(new NodeEffect.SteppedDown(draft.election, draft.term(), StepDownCause.RESIGNED));
            becomeFollower(draft);
        }
        draft.sendToOthers(new PeerMessage.Resign(draft.term(), draft.self(), named));
        if (named) {
            draft.send(successor, new PeerMessage.TimeoutNow(draft.term(), draft.self()));
        }
    }

    private static void becomeFollower(StepDraft draft) {
        draft.role = MemberRole.FOLLOWER;
        draft.contact = draft.contact.withoutLeader();
        draft.lease = draft.lease.withUntil(LeaseState.NO_LEASE);
        draft.campaignAt(draft.nanos + draft.electionDelay());
    }

    /** Sends the newest heartbeat to a member that has become reachable. */
    static void resendTo(StepDraft draft, String peer) {
        if (draft.members().contains(peer) && !peer.equals(draft.self())) {
            draft.send(peer, heartbeat(draft));
        }
    }

    private static void sendHeartbeat(StepDraft draft) {
        draft.lease = draft.lease.withLastRound(Math.max(draft.progress, draft.lease.lastRound() + 1));
        draft.sendToOthers(heartbeat(draft));
    }

    private static PeerMessage heartbeat(StepDraft draft) {
        return new PeerMessage.Heartbeat(draft.term(), draft.self(), draft.wallMillis, draft.lease.lastRound());
    }

    /** Extends the lease to the end of the promises of a majority, the leader included. */
    private static void extendLease(StepDraft draft) {
        int own = draft.members().place(draft.self());
        long from = draft.lease.acks().majorityTime(draft.rules, own, draft.progress);
        if (from == HeartbeatAcks.NO_ACK) {
            return;
        }
        long until = from + draft.rules.leaderLease(draft.timing);
        if (until <= draft.lease.until() || until <= draft.progress) {
            return;
        }
        draft.lease = draft.lease.withUntil(until);
        if (draft.role == MemberRole.ELECTED) {
            draft.role = MemberRole.ACTIVE;
            draft.lease = draft.lease.withHeartbeatAt(nextHeartbeat(draft), draft.lease.resendGap());
        }
        draft.effects.add(new NodeEffect.Lead(draft.election, draft.term(), until - draft.progress));
    }

    /** Heartbeats are aligned, so that those of all elections of a member are sent together. */
    private static long nextHeartbeat(StepDraft draft) {
        return (Math.floorDiv(draft.nanos, draft.timing.heartbeat) + 1) * draft.timing.heartbeat;
    }
}
