package dev.baton.fence;

import dev.baton.Leadership;
import java.util.LinkedHashMap;
import java.util.Map;

/** The two headers by which a leader's requests say under which epoch they were sent. */
public final class EpochHeaders {
    /** Names the election. */
    public static final String ELECTION = "Baton-Election";

    /** The epoch, in decimal digits. */
    public static final String EPOCH = "Baton-Epoch";

    private EpochHeaders() {}

    /**
     * The headers of a request that is sent now.
     *
     * @throws dev.baton.LeadershipLostException when the leadership is not valid
     */
    public static Map<String, String> of(Leadership leadership) {
        LeadershipCheck.check(leadership);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(ELECTION, leadership.election());
        headers.put(EPOCH, Long.toString(leadership.epoch()));
        return headers;
    }
}
