package dev.baton;

import dev.baton.spi.LeaderRecord;
import java.util.Optional;

/** Hears who leads: every epoch, in order, one call after the other. */
@FunctionalInterface
public interface LeaderObserver {

    /** Somebody leads now, or nobody does. */
    void leaderIs(Optional<LeaderRecord> leader);
}
