package dev.baton.quorum.step;

/**
 * The members of an election as one of them knows them.
 *
 * @param enrolled whether this member's disk is known to its peers, so that it may vote
 * @param ended bit mask of the members whose process has ended, until their next message; no answer is expected of them
 */
record Electorate(Membership members, boolean enrolled, long ended) {

    Electorate withEnded(String peer) {
        return withEnded(ended | members.bit(peer));
    }

    Electorate withRunning(String peer) {
        return withEnded(ended & ~members.bit(peer));
    }

    private Electorate withEnded(long bits) {
        return bits == ended ? this : new Electorate(members, enrolled, bits);
    }

    /**
     * Returns the highest term in which votes are no longer allowed. In the group's own election that includes the term of
     * the leader that created the membership.
     */
    long floor(String election) {
        return election.equals(MemberNode.GROUP)
                ? Math.max(members.floor(), members.id().term())
                : members.floor();
    }
}
