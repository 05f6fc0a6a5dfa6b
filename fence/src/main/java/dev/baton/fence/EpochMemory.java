package dev.baton.fence;

import java.util.OptionalLong;

/** What a filter remembers: the highest epoch seen of each election. */
public interface EpochMemory {

    /**
     * Remembers the epoch unless a higher one is known, in one step, and tells the highest: this one, or
     * the higher. Empty when it has no room for one more election; it never forgets one to make room.
     */
    OptionalLong raise(String election, long epoch);

    /** A memory that lasts as long as the process, for at most so many elections. */
    static EpochMemory ofProcess(int mostElections) {
        return new InMemoryEpochs(mostElections);
    }
}
