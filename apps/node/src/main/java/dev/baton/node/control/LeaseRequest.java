package dev.baton.node.control;

import java.time.Duration;

/**
 * A request of an agent for work.
 *
 * @param maxWait the maximum time to wait for a job
 * @param ttl the validity of the lease without a renewal
 * @param commandsOnly whether only jobs with a command are leased
 */
public record LeaseRequest(String agent, Duration maxWait, Duration ttl, boolean commandsOnly) {}
