package dev.baton.node.job;

import java.time.Duration;
import java.util.Optional;

/**
 * The right of an agent to work on a job for a limited time.
 *
 * @param jobEpoch the epoch of the job when the lease was granted
 * @param grantedEpoch the leader_epoch under which the lease was granted
 * @param ttl the validity without a renewal
 * @param deadlineMillis on the clock of the database; information for agents, never used to end a lease
 * @param ended how the lease ended; empty while it is current
 */
public record JobLease(
        String id,
        String jobId,
        long jobEpoch,
        String agent,
        long grantedEpoch,
        Duration ttl,
        long deadlineMillis,
        Optional<LeaseEnd> ended) {}
