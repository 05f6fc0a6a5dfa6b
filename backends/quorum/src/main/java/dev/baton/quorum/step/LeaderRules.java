package dev.baton.quorum.step;

import java.util.Arrays;

/** The leader's side: heartbeats, the lease, and the end of it. */
final class LeaderRules {
    private LeaderRules() {}

    /** The votes are there; a lease is not yet. */
    static void begin(StepDraft turn) {
        ElectionState seat = turn.seat;
        seat.role = MemberRole.ELECTED;
        seat.leader = seat.self;
        seat.promise = LeasePromise.NONE;
        seat.attempts = 0;
        seat.acked = new long[seat.members.size()];
        Arrays.fill(seat.acked, ElectionState.NO_ACK);
        seat.leaseUntil = Long.MIN_VALUE;
        seat.roundEnds = turn.nanos + turn.pace.lease;
        seat.resendGap = turn.pace.resendAfter;
        seat.heartbeatAt = turn.nanos + seat.resendGap;
        beat(turn);
        extend(turn);
    }

    static void onAck(StepDraft turn, PeerMessage.HeartbeatAck ack) {
        ElectionState seat = turn.seat;
        if (!seat.role.hasWon()
                || ack.term() != seat.term
                || !seat.members.contains(ack.followerId())
                || ack.round() > seat.lastRound) {
            return;
        }
        int place = seat.members.place(ack.followerId());
        long from = turn.rules.countsFrom(ack.round(), turn.progress);
        if (from > seat.acked[place]) {
            seat.acked = seat.acked.clone();
            seat.acked[place] = from;
            extend(turn);
        }
    }

    static void onTick(StepDraft turn) {
        ElectionState seat = turn.seat;
        if (seat.role == MemberRole.ACTIVE && turn.progress >= seat.leaseUntil) {
            end(turn, StepDownCause.QUORUM_LOST);
        } else if (seat.role == MemberRole.ELECTED && turn.nanos >= seat.roundEnds) {
            end(turn, StepDownCause.NEVER_ACTIVE);
        } else if (turn.nanos >= seat.heartbeatAt) {
            if (seat.role == MemberRole.ELECTED) {
                seat.resendGap = Math.min(2 * seat.resendGap, turn.pace.heartbeat);
                seat.heartbeatAt = turn.nanos + seat.resendGap;
            } else {
                seat.heartbeatAt = nextBeat(turn);
            }
            beat(turn);
            extend(turn);
        }
    }

    /** No longer leader, as of now; whoever promised this member something is free of it. */
    static void end(StepDraft turn, StepDownCause cause) {
        ElectionState seat = turn.seat;
        turn.effects.add(new NodeEffect.Ended(seat.election, seat.term, cause));
        turn.sendToOthers(new PeerMessage.Resign(seat.term, seat.self, false));
        seat.endedTerm = Math.max(seat.endedTerm, seat.term);
        stop(turn);
    }

    /** Chosen: the lease is dropped first, then a successor may hear of it. */
    static void release(StepDraft turn, String successor) {
        ElectionState seat = turn.seat;
        long term = seat.term;
        boolean named = !successor.isEmpty() && !successor.equals(seat.self) && seat.members.contains(successor);
        seat.endedTerm = Math.max(seat.endedTerm, term);
        MemberRole after = turn.rules.afterHandingOver(seat.role);
        if (after == MemberRole.FOLLOWER) {
            turn.effects.add(new NodeEffect.Ended(seat.election, term, StepDownCause.RESIGNED));
            stop(turn);
        }
        turn.sendToOthers(new PeerMessage.Resign(term, seat.self, named));
        if (named) {
            turn.send(successor, new PeerMessage.TimeoutNow(term, seat.self));
        }
    }

    private static void stop(StepDraft turn) {
        ElectionState seat = turn.seat;
        seat.role = MemberRole.FOLLOWER;
        seat.leader = "";
        seat.leaseUntil = Long.MIN_VALUE;
        seat.campaignAt = turn.nanos + turn.electionDelay();
    }

    /** The newest heartbeat, to one that could not be reached when it was sent. */
    static void beatAgain(StepDraft turn, String peer) {
        ElectionState seat = turn.seat;
        if (seat.members.contains(peer) && !peer.equals(seat.self)) {
            turn.send(peer, new PeerMessage.Heartbeat(seat.term, seat.self, turn.wallMillis, seat.lastRound));
        }
    }

    private static void beat(StepDraft turn) {
        ElectionState seat = turn.seat;
        seat.lastRound = Math.max(turn.progress, seat.lastRound + 1);
        turn.sendToOthers(new PeerMessage.Heartbeat(seat.term, seat.self, turn.wallMillis, seat.lastRound));
    }

    /** A lease lasts as long as the promises of a majority do, the leader's own included. */
    static void extend(StepDraft turn) {
        ElectionState seat = turn.seat;
        long from = majorityAckedAt(turn);
        if (from == ElectionState.NO_ACK) {
            return;
        }
        long until = from + turn.rules.leaderLease(turn.pace);
        if (until <= seat.leaseUntil || until <= turn.progress) {
            return;
        }
        seat.leaseUntil = until;
        if (seat.role == MemberRole.ELECTED) {
            seat.role = MemberRole.ACTIVE;
            seat.heartbeatAt = nextBeat(turn);
        }
        turn.effects.add(new NodeEffect.Lead(seat.election, seat.term, until - turn.progress));
    }

    /** The newest round that enough members, this one included, have acknowledged. */
    private static long majorityAckedAt(StepDraft turn) {
        ElectionState seat = turn.seat;
        long[] times = seat.acked.clone();
        times[seat.members.place(seat.self)] = turn.progress;
        Arrays.sort(times);
        int known = 0;
        for (long time : times) {
            known += time == ElectionState.NO_ACK ? 0 : 1;
        }
        for (int count = 1; count <= times.length; count++) {
            if (turn.rules.isMajority(count, times.length, known)) {
                return times[times.length - count];
            }
        }
        return ElectionState.NO_ACK;
    }

    /** Aligned, so that the heartbeats of all elections of a member travel together. */
    private static long nextBeat(StepDraft turn) {
        return (Math.floorDiv(turn.nanos, turn.pace.heartbeat) + 1) * turn.pace.heartbeat;
    }
}
