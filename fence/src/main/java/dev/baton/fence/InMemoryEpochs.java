package dev.baton.fence;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Stores epochs in this process. */
final class InMemoryEpochs implements EpochMemory {
    private final int maxElections;
    private final Map<String, Long> highest = new HashMap<>();

    InMemoryEpochs(int maxElections) {
        if (maxElections < 1) {
            throw new IllegalArgumentException("maxElections must be at least 1, but is " + maxElections);
        }
        this.maxElections = maxElections;
    }

    @Override
    public synchronized OptionalLong raise(String election, long epoch) {
        if (highest.size() >= maxElections && !highest.containsKey(election)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(highest.merge(election, epoch, Math::max));
    }
}
