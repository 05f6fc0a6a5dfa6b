package dev.baton.node.job;

import java.util.Optional;

/**
 * A job as the ledger has it.
 *
 * @param jobEpoch grows whenever a lease on it stops counting without a result
 * @param leaderEpoch of the leader who last changed it
 * @param attempt how often it was leased
 * @param leaseId the lease that counts, while it is leased
 * @param agent who has it, or had it last
 * @param createdMillis by the database's clock
 */
public record Job(
        String id,
        JobSpec order,
        JobState state,
        long jobEpoch,
        long leaderEpoch,
        int attempt,
        Optional<String> leaseId,
        Optional<String> agent,
        Optional<Integer> exitCode,
        Optional<String> output,
        long createdMillis,
        long updatedMillis) {

    /** Whether it may be leased once more. */
    public boolean hasAttemptsLeft() {
        return attempt < order.attempts();
    }
}
