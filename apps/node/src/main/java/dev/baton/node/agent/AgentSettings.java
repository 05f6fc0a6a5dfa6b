package dev.baton.node.agent;

import java.time.Duration;
import java.util.List;

/**
 * How an agent works.
 *
 * @param controllers the URLs of the nodes it knows
 * @param poll how long it waits for work in one request
 * @param ttl how long its leases last without a renewal; it renews three times in that
 */
public record AgentSettings(String name, List<String> controllers, Duration poll, Duration ttl) {

    public AgentSettings {
        controllers = List.copyOf(controllers);
        if (ttl.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException(
                    "the ttl of a lease has to be 1000 ms at least, but is " + ttl.toMillis() + " ms");
        }
    }
}
