package dev.baton.quorum.step;

import java.util.Arrays;

/** For each member, in the order of the membership, the time from which its last acknowledgement counts. Immutable. */
final class HeartbeatAcks {
    static final long NO_ACK = Long.MIN_VALUE;

    private final long[] times;

    private HeartbeatAcks(long[] times) {
        this.times = times;
    }

    static HeartbeatAcks none(int members) {
        long[] times = new long[members];
        Arrays.fill(times, NO_ACK);
        return new HeartbeatAcks(times);
    }

    long of(int place) {
        return times[place];
    }

    HeartbeatAcks with(int place, long time) {
        long[] next = times.clone();
        next[place] = time;
        return new HeartbeatAcks(next);
    }

    /** Returns these acknowledgements in the order of another membership. */
    HeartbeatAcks moved(Membership from, Membership to) {
        long[] next = none(to.size()).times;
        for (Voter member : to.members()) {
            if (from.contains(member.id())) {
                next[to.place(member.id())] = times[from.place(member.id())];
            }
        }
        return new HeartbeatAcks(next);
    }

    /** Returns how many members have acknowledged, the leader at this place included. */
    int countWith(int leader) {
        int known = 0;
        for (int place = 0; place < times.length; place++) {
            known += times[place] != NO_ACK || place == leader ? 1 : 0;
        }
        return known;
    }

    /** Returns the latest time that a majority has acknowledged, the leader itself now, or {@link #NO_ACK}. */
    long majorityTime(SafetyRules rules, int leader, long now) {
        long[] sorted = times.clone();
        sorted[leader] = now;
        Arrays.sort(sorted);
        int known = countWith(leader);
        for (int yes = 1; yes <= sorted.length; yes++) {
            if (rules.isMajority(yes, sorted.length, known)) {
                return sorted[sorted.length - yes];
            }
        }
        return NO_ACK;
    }
}
