package dev.baton;

import dev.baton.machine.EndReason;
import java.time.Duration;
import java.util.Optional;

/**
 * One reign: a value with an epoch and an end.
 *
 * <p>{@link #isValid()} compares the clocks with a deadline that was fixed when the store confirmed the
 * claim, counted from before the request was sent. No thread has to run for it to turn false: it does
 * after a freeze, a suspend and a clock step too. Once false it stays false.
 */
public interface Leadership {

    /** The election it is a reign of. */
    String election();

    /** The candidate that leads. */
    String instanceId();

    /**
     * The fencing token: larger than that of every earlier reign of this election. 0 for an unconfirmed
     * leadership, which no guard accepts.
     */
    long epoch();

    /** Whether the store confirmed it, so that it has an epoch. */
    default boolean isConfirmed() {
        return epoch() > 0;
    }

    /** Whether this candidate may act now. Two clock reads, no lock, no allocation. */
    boolean isValid();

    /** How long it stays valid without news; zero when it is not. */
    Duration remaining();

    /** Why it ended; empty while nobody has told. */
    Optional<EndReason> endReason();

    /**
     * Throws when it is not valid.
     *
     * @throws LeadershipLostException with the election, the epoch and the reason, if known
     */
    default void check() {
        if (!isValid()) {
            throw new LeadershipLostException("leadership of " + election() + " with epoch " + epoch()
                    + " is not valid any more"
                    + endReason().map(reason -> ": " + reason.code()).orElse(""));
        }
    }
}
