package dev.baton.quorum.step;

/**
 * The parameters of one start of a member.
 *
 * @param self the name of this member
 * @param incarnation larger than that of every earlier start, and durable before the first message of this start
 * @param abstainUntil monotonic nanoseconds until which a promise that was lost with the machine's memory may be live;
 *     in the past if none was lost
 * @param seed of all random delays
 */
public record MemberStart(String self, long incarnation, long abstainUntil, long seed) {}
