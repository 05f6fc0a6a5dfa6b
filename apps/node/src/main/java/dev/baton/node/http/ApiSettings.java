package dev.baton.node.http;

import java.time.Duration;

/**
 * The settings of the routes.
 *
 * @param takeover the longest time until another node leads after a fault
 */
public record ApiSettings(Duration takeover) {
    private static final Duration WITHOUT_TAKEOVER = Duration.ofSeconds(30);

    /** Returns settings for a node whose election is not known. */
    public static ApiSettings defaults() {
        return new ApiSettings(Duration.ZERO);
    }

    /** Returns the shortest time to live with which a lease survives a change of leader: three of them fit into it. */
    public Duration safeTtl() {
        return takeover.multipliedBy(3);
    }

    /** Returns the time to live of a lease for an agent that names none. */
    public Duration defaultTtl() {
        return takeover.isZero() ? WITHOUT_TAKEOVER : safeTtl();
    }
}
