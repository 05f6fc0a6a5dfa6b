package dev.baton.console;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Set;

/** Opens {@code fixed:}, the store of {@link FixedElection}. */
public final class FixedStoreProvider implements BackendProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("fixed");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        return new FixedStore();
    }
}
