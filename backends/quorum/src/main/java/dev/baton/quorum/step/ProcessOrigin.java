package dev.baton.quorum.step;

/**
 * What the elections of one started process have in common.
 *
 * @param incarnation grows with every start of this member
 * @param startedAt monotonic nanoseconds
 * @param abstainUntil monotonic nanoseconds until which a forgotten promise may be live
 * @param seed of all random delays
 */
record ProcessOrigin(String self, long incarnation, long startedAt, long abstainUntil, long seed) {}
