package dev.baton.spi;

import java.util.Optional;

/** Receives what a backend sees of one election: every epoch, in order. */
public interface Watcher {

    /** Somebody leads, or nobody does. Called for every reign, also for one that is over already. */
    void leaderIs(Optional<LeaderRecord> leader);

    /** The store was reached and nothing has changed, so the knowledge is fresh. */
    void confirmed();

    /** The store could not be reached; knowledge ages. */
    void failed(Throwable cause);
}
