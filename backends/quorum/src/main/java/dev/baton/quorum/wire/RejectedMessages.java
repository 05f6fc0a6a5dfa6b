package dev.baton.quorum.wire;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was not listened to: counted by cause, told at most once a minute. */
public final class RejectedMessages {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long QUIET_NANOS = 60_000_000_000L;

    /** Why somebody was not listened to. */
    public enum Cause {
        /** Has not proved that it knows the key. */
        UNAUTHENTICATED,
        /** Sent bytes that no member could have written. */
        MALFORMED,
        /** Took too long to prove who it is. */
        SLOW,
        /** Too many that have not proved who they are. */
        CROWDED,
        /** Bears this member's own name, or wanted somebody else. */
        MISTAKEN;

        /** As metrics spell it. */
        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final String self;
    private final Map<Cause, AtomicLong> counts = new EnumMap<>(Cause.class);
    private long toldAt;
    private boolean told;

    public RejectedMessages(String self) {
        this.self = self;
        for (Cause cause : Cause.values()) {
            counts.put(cause, new AtomicLong());
        }
    }

    /** Counts one, and tells of it unless one was told of in the last minute. */
    public void count(Cause cause, String who, String what, long nowNanos) {
        counts.getOrDefault(cause, new AtomicLong()).incrementAndGet();
        if (!told || nowNanos - toldAt >= QUIET_NANOS) {
            told = true;
            toldAt = nowNanos;
            LOG.warn("member {} does not listen to {}: {} ({}); so far {}", self, who, what, cause.code(), byCause());
        }
    }

    /** How many, by cause; those that never happened are left out. */
    public Map<String, Long> byCause() {
        Map<String, Long> some = new LinkedHashMap<>();
        counts.forEach((cause, count) -> {
            if (count.get() > 0) {
                some.put(cause.code(), count.get());
            }
        });
        return some;
    }
}
