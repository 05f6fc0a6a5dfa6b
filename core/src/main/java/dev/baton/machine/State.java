package dev.baton.machine;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The six states of a candidate, the same on every backend. */
public enum State {
    /** Not taking part: the first state and the last. */
    STOPPED,
    /** Taking part, not leading, waiting for the next attempt. */
    FOLLOWER,
    /** An attempt to acquire is under way. */
    ACQUIRING,
    /** The store confirmed the claim, and it is kept alive. */
    LEADER,
    /** The claim is in doubt inside the grace period; nobody leads here until it is confirmed again. */
    RECONNECTING,
    /** The leadership has ended by choice; its work stops, then the claim is released. */
    RELEASING;

    /** The states in which a reign has begun and has not been closed. */
    static final Set<State> REIGNING = Set.copyOf(EnumSet.of(LEADER, RECONNECTING, RELEASING));

    /** The word that scripts see, in lower case. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
