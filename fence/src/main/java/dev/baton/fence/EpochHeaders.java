package dev.baton.fence;

import dev.baton.Leadership;
import java.util.Map;

/** The two HTTP headers that carry the election and the epoch of a leader's request. */
public final class EpochHeaders {
    /** The header with the election's name. */
    public static final String ELECTION = "Baton-Election";

    /** The header with the epoch, in decimal digits. */
    public static final String EPOCH = "Baton-Epoch";

    private EpochHeaders() {}

    /**
     * Returns the headers of a request that is sent now.
     *
     * @throws dev.baton.LeadershipLostException if the leadership is not valid
     */
    public static Map<String, String> of(Leadership leadership) {
        Fence.requireLeader(leadership);
        return Map.of(ELECTION, leadership.election(), EPOCH, Long.toString(leadership.epoch()));
    }
}
