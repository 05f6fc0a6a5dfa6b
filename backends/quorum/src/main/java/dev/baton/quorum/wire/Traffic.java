package dev.baton.quorum.wire;

import java.util.Map;

/**
 * What went over the network so far.
 *
 * @param rejected connections and frames that were not listened to, by cause
 */
public record Traffic(
        long framesSent, long bytesSent, long framesReceived, long bytesReceived, Map<String, Long> rejected) {
    public Traffic {
        rejected = Map.copyOf(rejected);
    }
}
