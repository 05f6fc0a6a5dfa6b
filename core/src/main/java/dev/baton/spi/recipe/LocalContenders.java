package dev.baton.spi.recipe;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The candidates of this process, by election. They share one place in each queue. Thread-safe. */
public final class LocalContenders<C extends QueuedContender> {
    private final Map<String, List<C>> byElection = new ConcurrentHashMap<>();

    public void add(C contender) {
        byElection
                .computeIfAbsent(contender.election(), name -> new CopyOnWriteArrayList<>())
                .add(contender);
    }

    public void remove(QueuedContender contender) {
        byElection.computeIfPresent(contender.election(), (name, all) -> {
            all.removeIf(one -> one == contender);
            return all.isEmpty() ? null : all;
        });
    }

    public List<C> of(String election) {
        return byElection.getOrDefault(election, List.of());
    }

    public Set<String> elections() {
        return Set.copyOf(byElection.keySet());
    }
}
