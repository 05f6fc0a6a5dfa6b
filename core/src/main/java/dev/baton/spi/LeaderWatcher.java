package dev.baton.spi;

import dev.baton.LeaderInfo;
import java.util.Optional;

/**
 * Receives the changes of leader of one election from a backend: every epoch, in order. The methods return at once.
 *
 * <pre>{@code
 * Registration registration = backend.watch("nightly-report", watcher);
 * }</pre>
 */
public interface LeaderWatcher {

    /**
     * Called with the new leader, or empty if there is none. Called for every tenure, including one that has already
     * ended.
     */
    void leaderChanged(Optional<LeaderInfo> leader);

    /** Called after contact with the store without a change. */
    void confirmed();

    /** Called when the store could not be reached. The last known leader may be outdated. */
    void failed(Throwable cause);
}
