package dev.baton.node.database;

import dev.baton.node.job.JobLease;
import java.util.List;

/**
 * A term that has begun.
 *
 * @param found the leases that count, all granted in earlier terms
 */
public record StartedTerm(LeaderTerm term, List<JobLease> found) {}
