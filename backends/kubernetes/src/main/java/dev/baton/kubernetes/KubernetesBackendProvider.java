package dev.baton.kubernetes;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Set;

/** Opens {@code kubernetes:[NAMESPACE]}. */
public final class KubernetesBackendProvider implements BackendProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("kubernetes");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        return KubernetesBackend.open(url, clock);
    }

    @Override
    public boolean isShareable(String url) {
        return true;
    }
}
