package dev.baton.quorum.step;

/**
 * The relation of a member to the leader it follows.
 *
 * @param promise the promise given with the last acknowledgement
 * @param leader the leader as shown to users; empty if unknown
 * @param heartbeat round of the newest heartbeat of that leader in its term
 * @param endedTerm the highest term whose leader has resigned
 */
record LeaderContact(LeasePromise promise, String leader, long heartbeat, long endedTerm) {

    static LeaderContact restored(LeasePromise saved) {
        return new LeaderContact(saved, "", Long.MIN_VALUE, 0);
    }

    LeaderContact following(LeasePromise given, long round) {
        return new LeaderContact(given, given.leader(), round, endedTerm);
    }

    LeaderContact leading(String self) {
        return new LeaderContact(LeasePromise.NONE, self, heartbeat, endedTerm);
    }

    LeaderContact withoutLeader() {
        return leader.isEmpty() ? this : new LeaderContact(promise, "", heartbeat, endedTerm);
    }

    LeaderContact withoutPromise() {
        return new LeaderContact(LeasePromise.NONE, "", heartbeat, endedTerm);
    }

    LeaderContact ended(long term) {
        return term <= endedTerm ? this : new LeaderContact(promise, leader, heartbeat, term);
    }

    /** Returns whether a heartbeat is a duplicate, or was overtaken by a newer one of the same leader and term. */
    boolean isOutdated(PeerMessage.Heartbeat beat, long incarnation) {
        return promise.leader().equals(beat.sender())
                && promise.term() == beat.term()
                && promise.incarnation() == incarnation
                && beat.round() <= heartbeat;
    }
}
