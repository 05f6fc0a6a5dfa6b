package dev.baton.quorum.wire;

import java.util.Map;

/**
 * The network traffic of a member since its start.
 *
 * @param rejected the number of rejected messages and connections, by cause
 */
public record TrafficStats(
        long framesSent, long bytesSent, long framesReceived, long bytesReceived, Map<String, Long> rejected) {
    public TrafficStats {
        rejected = Map.copyOf(rejected);
    }
}
