package dev.baton.quorum.step;

/**
 * The parameters of one start of a member.
 *
 * @param self the name of this member
 * @param incarnation larger than that of every earlier start, and durable before the first message of this start
 * @param abstainUntil monotonic nanoseconds until which a promise that this member does not know may be live; in the past
 *     if it knows all
 * @param seed of all random delays
 * @param predecessorEnded whether the process of the previous start has provably ended: it ran in this boot of the
 *     machine and had the lock of the state folder, which this process has
 */
public record MemberStart(String self, long incarnation, long abstainUntil, long seed, boolean predecessorEnded) {

    /** Creates the parameters of a start that proves nothing about the previous one. */
    public MemberStart(String self, long incarnation, long abstainUntil, long seed) {
        this(self, incarnation, abstainUntil, seed, false);
    }
}
