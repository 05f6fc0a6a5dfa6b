package dev.baton.node.job;

import java.util.Optional;

/**
 * A job as stored in the database.
 *
 * @param jobEpoch grows whenever a lease on this job ends without a result
 * @param leaderEpoch the leader_epoch of the last change
 * @param attempt the number of leases so far, without those that were given back
 * @param leaseId the current lease, if the job is leased
 * @param agent the agent of the current or the last lease
 * @param createdMillis on the clock of the database
 */
public record Job(
        String id,
        JobSpec spec,
        JobState state,
        long jobEpoch,
        long leaderEpoch,
        int attempt,
        Optional<String> leaseId,
        Optional<String> agent,
        Optional<Integer> exitCode,
        Optional<JobOutput> output,
        long createdMillis,
        long updatedMillis) {

    /** Returns whether this job may be leased again. */
    public boolean hasAttemptsLeft() {
        return attempt < spec.attempts();
    }
}
