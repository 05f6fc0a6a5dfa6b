package dev.baton;

import java.time.Duration;
import java.util.Optional;

/**
 * One tenure as a value: an epoch and a deadline.
 *
 * <p>{@link #isValid()} compares the clocks with a deadline that counts from before the request that the store
 * confirmed. No thread has to run for it to turn false, so it is also correct after a freeze, a suspend and a clock
 * step. Once false, it stays false.
 *
 * <pre>{@code
 * candidate.leadership().ifPresent(leadership -> {
 *     fence.inTransaction(leadership, connection -> save(connection));
 * });
 * }</pre>
 */
public interface Leadership {

    /** Returns the name of the election. */
    String election();

    /** Returns the instance id of the leader. */
    String instanceId();

    /**
     * Returns the fencing token: larger than the epoch of every earlier tenure of this election. 0 for an unconfirmed
     * leadership, which every guard refuses.
     */
    long epoch();

    /**
     * Returns the random id of this tenure, if its store keeps one. After the data of a store went back in time, two
     * tenures can have the same epoch. A guard that compares this id as well tells them apart.
     */
    default Optional<String> tenureId() {
        return Optional.empty();
    }

    /** Returns whether the store confirmed this leadership, so that it has an epoch. */
    default boolean isConfirmed() {
        return epoch() > 0;
    }

    /** Returns whether the leader may act now. Costs two clock reads; no lock, no allocation. */
    boolean isValid();

    /** Returns how long this leadership stays valid without a renewal; zero if it is not valid. */
    Duration remaining();

    /** Returns why the tenure ended; empty before the end, and while the reason is not known. */
    Optional<EndReason> endReason();

    /**
     * Checks that this leadership is valid.
     *
     * @throws LeadershipLostException if it is not, with the election, the epoch and the reason, if known
     */
    default void check() {
        if (!isValid()) {
            throw new LeadershipLostException("leadership of " + election() + " with epoch " + epoch()
                    + " is no longer valid"
                    + endReason().map(reason -> ": " + reason.code()).orElse(""));
        }
    }
}
