package dev.baton.lease;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Set;

/** Opens {@code lease:sqlite:PATH}, {@code lease:postgres://…}, {@code lease:mariadb://…}, {@code lease:mysql://…}. */
public final class LeaseBackendProvider implements BackendProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("lease");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        LeaseUrl read = LeaseUrl.parse(url);
        return LeaseBackend.open(read.store(), read.options(), clock).checkReachable();
    }

    @Override
    public boolean isShareable(String url) {
        return true;
    }
}
