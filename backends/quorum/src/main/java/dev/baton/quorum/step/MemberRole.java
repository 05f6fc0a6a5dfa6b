package dev.baton.quorum.step;

/** The role of a member in one election. */
public enum MemberRole {
    FOLLOWER("follower"),
    /** Asks for pre-votes; nothing is promised or written yet. */
    PRE_CANDIDATE("candidate"),
    CANDIDATE("candidate"),
    /** Has a majority of votes but no lease, so it may not act as leader yet. */
    ELECTED("leader"),
    /** Holds a lease that a majority has acknowledged. */
    ACTIVE("leader");

    private final String word;

    MemberRole(String word) {
        this.word = word;
    }

    /** Returns the role as shown to users: follower, candidate or leader. */
    public String publicName() {
        return word;
    }

    /** Returns whether this member has won the current term. */
    public boolean hasWon() {
        return this == ELECTED || this == ACTIVE;
    }
}
