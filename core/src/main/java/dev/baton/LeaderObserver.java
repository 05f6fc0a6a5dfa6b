package dev.baton;

import java.util.Optional;

/**
 * Receives every change of leader of one election: every epoch, in order, one call at a time.
 *
 * <pre>{@code
 * election.observe(leader -> leader.ifPresentOrElse(
 *         info -> routes.pointTo(info.url()),
 *         () -> routes.clear()));
 * }</pre>
 */
@FunctionalInterface
public interface LeaderObserver {

    /** Called with the new leader, or empty if there is none. */
    void leaderChanged(Optional<LeaderInfo> leader);
}
