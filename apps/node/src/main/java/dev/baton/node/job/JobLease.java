package dev.baton.node.job;

import java.time.Duration;
import java.util.Optional;

/**
 * An agent's right to a job, for a while.
 *
 * @param jobEpoch the job's, when it was granted
 * @param grantedEpoch the leader_epoch under which it was granted
 * @param ttl how long it lasts without a renewal
 * @param deadlineMillis by the database's clock; told to agents, decides nothing
 * @param ended how it ended; empty while it counts
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
