package dev.baton;

import java.time.Duration;
import java.util.Optional;

/**
 * A running observation of an election, without being a candidate. Close it to end it.
 *
 * <pre>{@code
 * try (LeaderObservation observation = election.observe(leader -> show(leader))) {
 *     await(window.closed());
 * }
 * }</pre>
 */
public interface LeaderObservation extends Registration {

    /** Returns the leader at the last contact with the store. */
    Optional<LeaderInfo> leader();

    /** Returns the time since the last contact with the store. */
    Duration age();

    /** Returns the maximum of {@link #age()} while the store answers. */
    Duration stalenessBound();
}
