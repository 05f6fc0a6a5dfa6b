package dev.baton.node.database;

import dev.baton.node.job.JobLease;
import java.util.List;

/**
 * A new term.
 *
 * @param inherited the current leases, all granted in earlier terms
 */
public record StartedTerm(LeaderTerm term, List<JobLease> inherited) {}
