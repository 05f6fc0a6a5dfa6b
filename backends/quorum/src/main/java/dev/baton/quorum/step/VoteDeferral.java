package dev.baton.quorum.step;

import org.jspecify.annotations.Nullable;

/**
 * Requests that a voter cannot grant yet.
 *
 * @param supportUntil time that the candidate with this member's vote has to win and send its first heartbeat; until then
 *     no other pre-vote is granted; {@link #NO_SUPPORT} if there is no such candidate
 * @param request the best request that was not granted because of a promise, a vote or a missing right to vote
 */
record VoteDeferral(long supportUntil, @Nullable Envelope request) {
    static final long NO_SUPPORT = Long.MIN_VALUE;
    static final VoteDeferral NONE = new VoteDeferral(NO_SUPPORT, null);

    VoteDeferral withSupportUntil(long nanos) {
        return nanos == supportUntil ? this : new VoteDeferral(nanos, request);
    }

    VoteDeferral withRequest(@Nullable Envelope other) {
        return new VoteDeferral(supportUntil, other);
    }

    boolean hasSupport() {
        return supportUntil != NO_SUPPORT;
    }

    boolean isSupporting(long nanos) {
        return nanos < supportUntil;
    }
}
