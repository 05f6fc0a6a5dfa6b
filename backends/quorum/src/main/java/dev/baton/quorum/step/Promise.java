package dev.baton.quorum.step;

/**
 * What a member told a leader with its acknowledgement: until then it elects and acknowledges nobody else.
 *
 * @param incarnation which start of the leader's process it was
 * @param until on this member's own monotonic clock, in nanoseconds
 */
public record Promise(String leader, long term, long incarnation, long until) {
    /** Nothing was promised. */
    public static final Promise NONE = new Promise("", 0, 0, Long.MIN_VALUE);

    /** Whether it still holds. */
    public boolean isLive(long nanos) {
        return until > nanos;
    }
}
