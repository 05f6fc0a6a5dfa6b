package dev.baton.postgres;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Set;

/** Opens {@code postgres://…}, {@code postgresql://…} and {@code jdbc:postgresql:…}. */
public final class PostgresBackendProvider implements BackendProvider {

    /** For {@link java.util.ServiceLoader}. */
    public PostgresBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("postgres", "postgresql", "jdbc");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        PostgresUrl read = PostgresUrl.parse(url, System.getenv());
        return PostgresBackend.open(read, clock, LocalLivenessKeys.ofThisJvm()).reached();
    }
}
