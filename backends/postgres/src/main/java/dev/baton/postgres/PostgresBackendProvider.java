package dev.baton.postgres;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import java.util.Set;

/** Opens {@code postgres://…}, {@code postgresql://…} and {@code jdbc:postgresql:…}. */
public final class PostgresBackendProvider implements BackendProvider {

    /** Called by {@link java.util.ServiceLoader}. */
    public PostgresBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("postgres", "postgresql", "jdbc");
    }

    @Override
    public Backend open(String url, BatonClock clock) {
        PostgresUrl parsed = PostgresUrl.parse(url, System.getenv());
        return PostgresElections.using(new DriverConnections(parsed), parsed.options())
                .open(clock);
    }

    /** A connection with explicit keys belongs to one election, so it is not shared. */
    @Override
    public boolean isShareable(String url) {
        return PostgresUrl.parse(url, System.getenv()).options().keys().isEmpty();
    }
}
