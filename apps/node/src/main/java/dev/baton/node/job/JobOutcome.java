package dev.baton.node.job;

import java.util.Optional;

/**
 * The result of a job as reported by an agent.
 *
 * @param output the last part of the output
 */
public record JobOutcome(
        String jobId,
        String leaseId,
        long jobEpoch,
        boolean succeeded,
        Optional<Integer> exitCode,
        Optional<String> output) {

    /** Returns how this result ends its lease. */
    public LeaseEnd leaseEnd() {
        return succeeded ? LeaseEnd.SUCCEEDED : LeaseEnd.FAILED;
    }
}
