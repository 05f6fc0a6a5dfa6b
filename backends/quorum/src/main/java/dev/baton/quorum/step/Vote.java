package dev.baton.quorum.step;

import org.jspecify.annotations.Nullable;

/**
 * The only vote of a member in a term. It must be durable before it is sent.
 *
 * @param votedFor the candidate, or empty
 */
public record Vote(long term, String votedFor) {
    /** No vote in any term. */
    public static final Vote NONE = new Vote(0, "");

    /**
     * The highest term of any election. It is far below the largest {@code long}, so that no sum with a term overflows and
     * a peer with a damaged number cannot use up the terms that are left.
     */
    public static final long HIGHEST_TERM = Long.MAX_VALUE / 2;

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Vote that && term == that.term && votedFor.equals(that.votedFor);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(term) + votedFor.hashCode();
    }
}
