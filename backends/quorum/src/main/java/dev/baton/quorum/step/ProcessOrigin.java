package dev.baton.quorum.step;

/**
 * What all seats of one started process have in common.
 *
 * @param incarnation grows with every start of this member
 * @param startedAt monotonic nanoseconds
 * @param abstainUntil monotonic nanoseconds until which a forgotten promise may be live
 * @param enrolled whether this member's disk is known to its peers
 * @param seed of everything random
 */
public record ProcessOrigin(
        String self, long incarnation, long startedAt, long abstainUntil, boolean enrolled, long seed) {}
