package dev.baton.etcd;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Set;

/** Opens {@code etcd://HOST:PORT[,…]/PREFIX}, and {@code etcds://} for TLS. */
public final class EtcdBackendProvider implements BackendProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("etcd", "etcds");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        return EtcdBackend.open(url, clock);
    }

    @Override
    public boolean isShareable(String url) {
        return true;
    }
}
