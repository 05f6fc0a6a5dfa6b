package dev.baton;

import java.time.Instant;

/**
 * The status that one instance publishes on the roster, every few seconds and on every change.
 *
 * <pre>{@code
 * for (InstanceStatus status : election.roster()) {
 *     System.out.println(status.instanceId() + " " + status.state().code());
 * }
 * }</pre>
 *
 * @param election the name of the election
 * @param instanceId the instance id
 * @param isLeader whether the instance led when it published this; in {@link Election#roster}, whether the store records
 *     it as the leader
 * @param state the state of the candidate
 * @param epoch the epoch of its tenure; 0 without one
 * @param priority its priority
 * @param healthy the result of its health check
 * @param timestamp the time of publication by the instance's wall clock; for display and ageing only
 * @param note free text with a meaning that the instances agreed on; usually empty
 */
public record InstanceStatus(
        String election,
        String instanceId,
        boolean isLeader,
        CandidateState state,
        long epoch,
        int priority,
        boolean healthy,
        Instant timestamp,
        String note) {

    /** Returns this status with another value of {@code isLeader}. */
    public InstanceStatus withLeader(boolean leader) {
        return leader == isLeader
                ? this
                : new InstanceStatus(election, instanceId, leader, state, epoch, priority, healthy, timestamp, note);
    }

    /** Creates a status without a note. */
    public InstanceStatus(
            String election,
            String instanceId,
            boolean isLeader,
            CandidateState state,
            long epoch,
            int priority,
            boolean healthy,
            Instant timestamp) {
        this(election, instanceId, isLeader, state, epoch, priority, healthy, timestamp, "");
    }
}
