package dev.baton.node.agent;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;

/** A lease on a job as a right that ends by itself; it counts from before the request that gave or renewed it. */
final class LeaseDeadline implements Leadership {
    private final String jobId;
    private final String agent;
    private final long jobEpoch;
    private final Duration ttl;
    private final BatonClock clock;
    private volatile ClockReading deadline;
    private volatile boolean ended;

    LeaseDeadline(String jobId, String agent, long jobEpoch, Duration ttl, ClockReading asked, BatonClock clock) {
        this.jobId = jobId;
        this.agent = agent;
        this.jobEpoch = jobEpoch;
        this.ttl = ttl;
        this.clock = clock;
        this.deadline = asked.plus(ttl);
    }

    void renewed(ClockReading asked) {
        deadline = asked.plus(ttl);
    }

    void end() {
        ended = true;
    }

    Duration ttl() {
        return ttl;
    }

    @Override
    public String election() {
        return "job:" + jobId;
    }

    @Override
    public String instanceId() {
        return agent;
    }

    @Override
    public long epoch() {
        return jobEpoch;
    }

    @Override
    public boolean isValid() {
        return !remaining().isZero();
    }

    @Override
    public Duration remaining() {
        if (ended) {
            return Duration.ZERO;
        }
        ClockReading until = deadline;
        ClockReading now = clock.now();
        long nanos = Math.min(until.nanos() - now.nanos(), (until.wallMillis() - now.wallMillis()) * 1_000_000);
        return nanos <= 0 ? Duration.ZERO : Duration.ofNanos(nanos);
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.empty();
    }
}
