package dev.baton.quorum.step;

/**
 * The one vote of a member in a term; it has to be durable before anybody hears of it.
 *
 * @param votedFor the candidate, or empty
 */
public record Ballot(long term, String votedFor) {
    /** No vote was ever cast. */
    public static final Ballot NONE = new Ballot(0, "");
}
