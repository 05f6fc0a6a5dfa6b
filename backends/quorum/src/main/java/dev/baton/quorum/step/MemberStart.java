package dev.baton.quorum.step;

/**
 * What is new about this start of a member.
 *
 * @param self this member's name
 * @param incarnation larger than that of every earlier start, and durable before this one is heard of
 * @param abstainUntil monotonic nanoseconds until which a promise that was forgotten with the machine's memory
 *     may be live; in the past when nothing was forgotten
 * @param seed of everything random
 */
public record MemberStart(String self, long incarnation, long abstainUntil, long seed) {}
