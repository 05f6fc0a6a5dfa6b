package dev.baton.quorum.step;

/** What a member is in one election. */
public enum MemberRole {
    FOLLOWER("follower"),
    /** Asks whether it would be elected; nothing is promised or written yet. */
    PRE_CANDIDATE("candidate"),
    CANDIDATE("candidate"),
    /** Has the votes, but no lease: it may not act yet. */
    ELECTED("leader"),
    /** Holds a lease that a majority acknowledged. */
    ACTIVE("leader");

    private final String word;

    MemberRole(String word) {
        this.word = word;
    }

    /** One of the three public words: follower, candidate, leader. */
    public String word() {
        return word;
    }

    /** Whether this member has won the current term. */
    public boolean hasWon() {
        return this == ELECTED || this == ACTIVE;
    }
}
