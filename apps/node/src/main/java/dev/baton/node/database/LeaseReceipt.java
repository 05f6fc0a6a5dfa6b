package dev.baton.node.database;

import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import java.util.Optional;

/**
 * The outcome of an agent's request about a lease.
 *
 * @param job empty if there is no such job or lease
 * @param lease the renewed lease
 */
public record LeaseReceipt(Verdict verdict, Optional<Job> job, Optional<JobLease> lease) {

    /** Whether the request took effect. */
    public enum Verdict {
        /** The request took effect, now or when it was sent before. */
        ACCEPTED,
        /** The lease has ended. */
        STALE,
        /** There is no such job or lease. */
        UNKNOWN
    }

    static LeaseReceipt unknown() {
        return new LeaseReceipt(Verdict.UNKNOWN, Optional.empty(), Optional.empty());
    }

    static LeaseReceipt of(Verdict verdict, Job job) {
        return new LeaseReceipt(verdict, Optional.of(job), Optional.empty());
    }
}
