package dev.baton.node.agent;

import java.time.Duration;
import java.util.List;

/**
 * The settings of an agent.
 *
 * @param controllers the URLs of the known nodes
 * @param poll the maximum wait for work in one request
 * @param ttl the validity of a lease without a renewal; the agent renews three times in this period
 */
public record AgentSettings(String name, List<String> controllers, Duration poll, Duration ttl) {

    public AgentSettings {
        controllers = List.copyOf(controllers);
        if (ttl.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("ttl must be at least 1000 ms, but is " + ttl.toMillis() + " ms");
        }
    }
}
