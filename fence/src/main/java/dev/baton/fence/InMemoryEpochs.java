package dev.baton.fence;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** A memory of this process. */
final class InMemoryEpochs implements EpochMemory {
    private final int mostElections;
    private final Map<String, Long> highest = new HashMap<>();

    InMemoryEpochs(int mostElections) {
        if (mostElections < 1) {
            throw new IllegalArgumentException("a memory for " + mostElections + " elections remembers nothing");
        }
        this.mostElections = mostElections;
    }

    @Override
    public synchronized OptionalLong raise(String election, long epoch) {
        if (highest.size() >= mostElections && !highest.containsKey(election)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(highest.merge(election, epoch, Math::max));
    }
}
