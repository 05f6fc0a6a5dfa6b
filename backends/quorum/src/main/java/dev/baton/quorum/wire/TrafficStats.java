package dev.baton.quorum.wire;

import java.util.Map;

/**
 * What went over the network so far.
 *
 * @param rejected connections and frames that were not listened to, by cause
 */
public record TrafficStats(
        long framesSent, long bytesSent, long framesReceived, long bytesReceived, Map<String, Long> rejected) {
    public TrafficStats {
        rejected = Map.copyOf(rejected);
    }
}
