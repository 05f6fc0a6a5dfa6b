package dev.baton.fence;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Stores the highest epoch that an {@link EpochFilter} has seen for each election. */
public interface EpochMemory {

    /**
     * Stores the epoch unless a higher one is known, atomically, and returns the highest epoch. Empty if the memory is full
     * and does not have this election; a memory must never forget an election to make room.
     */
    OptionalLong raise(String election, long epoch);

    /** Returns a memory that lasts as long as the process, for at most the given number of elections. */
    static EpochMemory ofProcess(int maxElections) {
        if (maxElections < 1) {
            throw new IllegalArgumentException("maxElections must be at least 1, but is " + maxElections);
        }
        Map<String, Long> highest = new HashMap<>();
        return (election, epoch) -> {
            synchronized (highest) {
                boolean full = highest.size() >= maxElections && !highest.containsKey(election);
                return full ? OptionalLong.empty() : OptionalLong.of(highest.merge(election, epoch, Math::max));
            }
        };
    }
}
