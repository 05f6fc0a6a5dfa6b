package dev.baton.zookeeper;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Set;

/** Opens {@code zookeeper://HOST:PORT[,…]/PATH}, and {@code zookeepers://} for TLS. */
public final class ZkBackendProvider implements BackendProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("zookeeper", "zookeepers");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        return ZkBackend.open(url, clock);
    }

    @Override
    public boolean isShareable(String url) {
        return true;
    }
}
