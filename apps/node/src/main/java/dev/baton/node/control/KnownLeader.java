package dev.baton.node.control;

import dev.baton.node.database.LeaderTerm;
import java.util.Optional;

/**
 * The leader according to the election.
 *
 * @param lockEpoch the epoch of its lock, if it is known
 */
public record KnownLeader(String id, Optional<String> url, Optional<Long> lockEpoch) {

    public KnownLeader(String id, Optional<String> url) {
        this(id, url, Optional.empty());
    }

    /** Returns whether this leader has not begun its term in the database, as far as that is known. */
    boolean hasNotBegun(Optional<LeaderTerm> latest) {
        return lockEpoch.isPresent() && !lockEpoch.equals(latest.map(LeaderTerm::lockEpoch));
    }
}
