package dev.baton.node.job;

import java.util.Optional;

/**
 * What an agent says became of a job.
 *
 * @param output the end of what it printed
 */
public record JobOutcome(
        String jobId,
        String leaseId,
        long jobEpoch,
        boolean succeeded,
        Optional<Integer> exitCode,
        Optional<String> output) {

    /** How such a result ends a lease. */
    public LeaseEnd leaseEnd() {
        return succeeded ? LeaseEnd.SUCCEEDED : LeaseEnd.FAILED;
    }
}
