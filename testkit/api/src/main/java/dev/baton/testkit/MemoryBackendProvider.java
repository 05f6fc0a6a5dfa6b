package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens {@code memory:NAME}: one store per name, which lives as long as this JVM.
 *
 * <pre>{@code
 * Baton baton = Baton.connect("memory:test");
 * }</pre>
 */
public final class MemoryBackendProvider implements BackendProvider {
    private static final Map<String, MemoryStore> STORES = new ConcurrentHashMap<>();

    @Override
    public Set<String> schemes() {
        return Set.of("memory");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        return STORES.computeIfAbsent(url, name -> new MemoryStore()).open(clock);
    }
}
