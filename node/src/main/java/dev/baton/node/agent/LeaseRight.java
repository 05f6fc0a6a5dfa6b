package dev.baton.node.agent;

import dev.baton.Leadership;
import dev.baton.machine.EndReason;
import dev.baton.machine.Moment;
import dev.baton.spi.Clock;
import java.time.Duration;
import java.util.Optional;

/** A lease on a job as a right that ends by itself; it counts from before the request that gave or renewed it. */
final class LeaseRight implements Leadership {
    private final String jobId;
    private final String agent;
    private final long jobEpoch;
    private final Duration ttl;
    private final Clock clock;
    private volatile Moment deadline;
    private volatile boolean ended;

    LeaseRight(String jobId, String agent, long jobEpoch, Duration ttl, Moment asked, Clock clock) {
        this.jobId = jobId;
        this.agent = agent;
        this.jobEpoch = jobEpoch;
        this.ttl = ttl;
        this.clock = clock;
        this.deadline = asked.plus(ttl);
    }

    void renewed(Moment asked) {
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
        Moment until = deadline;
        Moment now = clock.now();
        long nanos = Math.min(until.nanos() - now.nanos(), (until.wallMillis() - now.wallMillis()) * 1_000_000);
        return nanos <= 0 ? Duration.ZERO : Duration.ofNanos(nanos);
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.empty();
    }
}
