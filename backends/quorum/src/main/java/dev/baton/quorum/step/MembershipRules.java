package dev.baton.quorum.step;

import java.util.Arrays;

/**
 * What a new list of members does to a seat. A lease that the old list gave stands until its own end: the next
 * list after this one is not made before that.
 */
final class MembershipRules {
    private MembershipRules() {}

    static void apply(StepDraft turn, Membership members, boolean enrolled) {
        ElectionState seat = turn.seat;
        boolean admitted = enrolled && !seat.enrolled;
        seat.enrolled = enrolled;
        if (!members.equals(seat.members)) {
            replace(turn, members);
        }
        if (admitted) {
            begin(turn);
        }
    }

    private static void replace(StepDraft turn, Membership members) {
        ElectionState seat = turn.seat;
        if (!members.contains(seat.self)) {
            if (seat.role.hasWon()) {
                LeaderRules.end(turn, StepDownCause.REMOVED);
            }
            seat.role = MemberRole.FOLLOWER;
        } else if (seat.role.hasWon()) {
            seat.acked = moved(seat.acked, seat.members, members);
        } else if (seat.role != MemberRole.FOLLOWER) {
            CampaignRules.fail(turn);
        }
        seat.members = members;
        seat.granted = 0;
        seat.answered = 0;
        seat.gone = 0;
    }

    /** The first moment of a new disk: whoever wanted to lead, or was asked, has waited long enough. */
    private static void begin(StepDraft turn) {
        ElectionState seat = turn.seat;
        if (seat.standing && seat.role == MemberRole.FOLLOWER && !seat.promise.isLive(turn.nanos)) {
            seat.campaignAt = Math.min(seat.campaignAt, turn.nanos + turn.rankDelay());
        }
        if (seat.isMember()) {
            VoterRules.reconsider(turn);
        }
    }

    private static long[] moved(long[] acked, Membership from, Membership to) {
        long[] next = new long[to.size()];
        Arrays.fill(next, ElectionState.NO_ACK);
        for (Voter member : to.members()) {
            if (from.contains(member.id())) {
                next[to.place(member.id())] = acked[from.place(member.id())];
            }
        }
        return next;
    }
}
