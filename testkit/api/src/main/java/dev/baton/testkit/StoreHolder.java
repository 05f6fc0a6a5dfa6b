package dev.baton.testkit;

/**
 * The holder of an election, as the store itself names it.
 *
 * @param instanceId the instance id; empty if the store does not know it
 * @param epoch the epoch of the claim
 */
public record StoreHolder(String instanceId, long epoch) {

    /** Returns whether this is the given leadership. */
    public boolean is(String leader, long leaderEpoch) {
        return epoch == leaderEpoch && (instanceId.isEmpty() || instanceId.equals(leader));
    }

    @Override
    public String toString() {
        return (instanceId.isEmpty() ? "an unnamed holder" : instanceId) + " with epoch " + epoch;
    }
}
