package dev.baton;

import dev.baton.spi.ElectionMetrics;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A named contest in a store; at most one candidate leads it at a time.
 *
 * <p>All methods that read the store block for one request, five seconds at most, and throw
 * {@link ConnectionException} if the store does not answer or the connection is closed.
 *
 * <pre>{@code
 * Election election = baton.election("nightly-report");
 * election.leader().ifPresent(leader -> log.info("{} leads with epoch {}", leader.instanceId(), leader.epoch()));
 * }</pre>
 */
public interface Election {

    /** Returns the name of this election. */
    String name();

    /** Returns a new candidate with the connection's default settings, not started. */
    Candidate candidate();

    /**
     * Returns a new candidate with the given settings, not started.
     *
     * @throws IllegalArgumentException if the timing cannot be safe on this store; the message has the formula and the
     *     values
     */
    Candidate candidate(CandidateSettings settings);

    /**
     * Adds this process to the roster without being a candidate, under the instance id and priority of the given
     * settings. The listener receives the roster about once a second. An instance that ended or is frozen disappears
     * from it within the store's claim timeout. Best effort: never use the roster to decide leadership.
     */
    RosterPresence joinRoster(CandidateSettings identity, Consumer<List<InstanceStatus>> listener);

    /** Observes who leads without being a candidate. The observer receives the current leader first. */
    LeaderObservation observe(LeaderObserver observer);

    /** Returns the current leader, read from the store now. */
    Optional<LeaderInfo> leader();

    /**
     * Returns the latest status of every live instance, best effort. {@code isLeader} is what the store records after the
     * statuses were read, so at most one instance has it. An instance in state {@code LEADER} without it published that
     * before it lost the claim, or before the store shows it.
     */
    List<InstanceStatus> roster();

    /** Returns the past tenures, oldest first, as far back as the store keeps them. */
    List<Tenure> history();

    /**
     * Returns the metrics of this election, as this process counts them. Empty on stores whose processes take no part in the
     * election protocol themselves; see {@code BatonMetrics} for metrics on every store.
     */
    Optional<ElectionMetrics> metrics();

    /** Requests a transfer to the given instance. */
    TransferOutcome transferTo(String instanceId);

    /**
     * Requests a transfer to the given instance, under a unique id with which {@link #transferResult} finds the answer.
     *
     * @param requestId at most 128 characters
     */
    TransferOutcome transferTo(String instanceId, String requestId);

    /**
     * Returns the answer of the leader to a transfer request, read from the roster now. It is there for about 15 seconds,
     * unless the leader answers another request meanwhile; empty before and after that.
     */
    Optional<TransferResult> transferResult(String requestId);
}
