package dev.baton.node.job;

import java.util.Optional;

/**
 * The result of a job as reported by an agent.
 *
 * @param output the output, which ends with this result
 */
public record JobOutcome(
        String jobId,
        String leaseId,
        long jobEpoch,
        boolean succeeded,
        Optional<Integer> exitCode,
        Optional<JobOutput> output) {

    /** Returns how this result ends its lease. */
    public LeaseEnd leaseEnd() {
        return succeeded ? LeaseEnd.SUCCEEDED : LeaseEnd.FAILED;
    }
}
