package dev.baton.spi.recipe;

import dev.baton.EndReason;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;

/** Removes the place of this process from the queue of an election. The methods block. */
public interface SeatRemoval<C extends QueuedContender, K> {

    /** Releases a leadership. The seat is marked as one that must go. */
    ReleaseOutcome release(String election, Seat<C, K> seat, ReleaseRequest request);

    /** Removes whatever the candidate has in the store. Returns after the store has confirmed it. */
    void remove(String election, Seat<C, K> seat, EndReason reason);
}
