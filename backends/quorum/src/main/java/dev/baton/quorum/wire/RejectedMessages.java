package dev.baton.quorum.wire;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts rejected messages and connections by cause, and logs at most one a minute. */
public final class RejectedMessages {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long LOG_INTERVAL_NANOS = 60_000_000_000L;

    /** The cause of a rejection; the lower-case name is the label of the metric. */
    public enum Cause {
        /** The sender did not prove that it has the cluster key. */
        UNAUTHENTICATED,
        /** The bytes are not a message of this protocol. */
        MALFORMED,
        /** The handshake took too long. */
        SLOW,
        /** There are too many connections, clients or peers. */
        CROWDED,
        /** The sender has this member's own name, or addresses another member. */
        MISTAKEN;

        /** Returns the label of the metric. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final String self;
    private final Map<String, Long> counts = new ConcurrentSkipListMap<>();
    private long loggedAt;
    private boolean logged;

    public RejectedMessages(String self) {
        this.self = self;
    }

    /** Counts a rejection, and logs it unless one was logged within the last minute. */
    public void count(Cause cause, String sender, String reason, long nowNanos) {
        counts.merge(cause.code(), 1L, Long::sum);
        if (!logged || nowNanos - loggedAt >= LOG_INTERVAL_NANOS) {
            logged = true;
            loggedAt = nowNanos;
            LOG.warn(
                    "member={} rejected a message or connection of {}: {} (cause {}); rejected so far: {}",
                    self,
                    sender,
                    reason,
                    cause.code(),
                    counts);
        }
    }

    /** Returns the counts of the causes that have occurred. */
    public Map<String, Long> byCause() {
        return Map.copyOf(counts);
    }
}
