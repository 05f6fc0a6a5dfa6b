package dev.baton.spi;

import dev.baton.LeaderInfo;
import java.util.Optional;

/** Receives what a backend sees of one election: every epoch, in order. */
public interface LeaderWatcher {

    /** Somebody leads, or nobody does. Called for every reign, also for one that is over already. */
    void leaderChanged(Optional<LeaderInfo> leader);

    /** The store was reached and nothing has changed, so the knowledge is fresh. */
    void confirmed();

    /** The store could not be reached; knowledge ages. */
    void failed(Throwable cause);
}
