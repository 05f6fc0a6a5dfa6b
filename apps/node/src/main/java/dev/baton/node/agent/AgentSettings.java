package dev.baton.node.agent;

import dev.baton.node.job.Labels;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of an agent.
 *
 * @param poll the maximum wait for work in one request
 * @param ttl the validity of a lease without a renewal; if empty, the controller chooses it. The agent renews three times
 *     in this period
 * @param capacity how many jobs run at the same time
 * @param labels the labels of this agent; it runs only jobs that require no others
 */
public record AgentSettings(String name, Duration poll, Optional<Duration> ttl, int capacity, Labels labels) {
    private static final Duration SHORTEST_TTL = Duration.ofSeconds(1);

    /** The largest number of jobs that one agent runs at the same time. */
    public static final int LARGEST_CAPACITY = 64;

    public AgentSettings {
        if (ttl.isPresent() && ttl.get().compareTo(SHORTEST_TTL) < 0) {
            throw new IllegalArgumentException("ttl must be at least " + SHORTEST_TTL.toMillis() + " ms, but is "
                    + ttl.get().toMillis() + " ms");
        }
        if (capacity < 1 || capacity > LARGEST_CAPACITY) {
            throw new IllegalArgumentException("capacity must be 1 to " + LARGEST_CAPACITY + ", but is " + capacity);
        }
    }
}
