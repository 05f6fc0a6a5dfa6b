package dev.baton;

import dev.baton.spi.LeaderRecord;
import dev.baton.spi.Subscription;
import java.time.Duration;
import java.util.Optional;

/** A running watch over an election, without being a candidate. */
public interface Observation extends Subscription {

    /** Who led when the store was last heard of. */
    Optional<LeaderRecord> leader();

    /** How old that knowledge is. */
    Duration age();

    /** How old it can become while the store answers. */
    Duration stalenessBound();
}
