package dev.baton.quorum.step;

import java.util.Arrays;

/**
 * What a new list of members does to a seat. A lease that the old list gave stands until its own end: the next
 * list after this one is not made before that.
 */
final class Regrouping {
    private Regrouping() {}

    static void apply(Turn turn, Membership members, boolean enrolled) {
        Seat seat = turn.seat;
        seat.enrolled = enrolled;
        if (members.equals(seat.members)) {
            return;
        }
        if (!members.contains(seat.self)) {
            if (seat.role.hasWon()) {
                Reign.end(turn, EndCause.REMOVED);
            }
            seat.role = Role.FOLLOWER;
        } else if (seat.role.hasWon()) {
            seat.acked = moved(seat.acked, seat.members, members);
        } else if (seat.role != Role.FOLLOWER) {
            Campaign.fail(turn);
        }
        seat.members = members;
        seat.granted = 0;
        seat.answered = 0;
    }

    private static long[] moved(long[] acked, Membership from, Membership to) {
        long[] next = new long[to.size()];
        Arrays.fill(next, Seat.NO_ACK);
        for (Member member : to.members()) {
            if (from.contains(member.id())) {
                next[to.place(member.id())] = acked[from.place(member.id())];
            }
        }
        return next;
    }
}
