package dev.baton.quorum.step;

import org.jspecify.annotations.Nullable;

/**
 * The one vote of a member in a term; it has to be durable before anybody hears of it.
 *
 * @param votedFor the candidate, or empty
 */
public record Vote(long term, String votedFor) {
    /** No vote was ever cast. */
    public static final Vote NONE = new Vote(0, "");

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Vote that && term == that.term && votedFor.equals(that.votedFor);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(term) + votedFor.hashCode();
    }
}
